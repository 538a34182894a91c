"""How long a visitor waits on the Translate page, in a real Chromium, with the shipped model.

    python -m benchmarks.page_speed                # writes benchmarks/page_speed.md

A cold start is the time from starting the server to the first translation on the screen. A new sentence is the time
from the Enter key to both translations painted; none of the sentences was translated before. Pointing is the time from
moving the mouse onto a token to the picture painted; clicking, layers and heads stay in the browser in the same way.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.chromium import PAINTED, app_in_chromium, open_when_there
from benchmarks.timing import measured_on, median, percentile_95

RESULTS = Path(__file__).with_suffix(".md")
SUBJECTS = ("My brother", "The old man", "Our teacher", "Her neighbour", "The little girl")
ENDINGS = (
    "is waiting for the bus in the rain.",
    "wants to buy a new coat for the winter.",
    "has never seen the sea before.",
    "will cook dinner for all of us tonight.",
    "forgot the keys on the kitchen table.",
    "is afraid of big dogs.",
)

# Keeps in `window.wire` when the page asked the server and when it was answered, in the page's own milliseconds.
_WATCH_THE_WIRE = """
window.wire = { asked: null, answers: [] };
const Plain = window.WebSocket;
window.WebSocket = class extends Plain {
    constructor(...all) {
        super(...all);
        this.addEventListener('message', () => window.wire.answers.push(performance.now()));
    }
    send(...all) {
        window.wire.asked ??= performance.now();
        return super.send(...all);
    }
};
"""

# Point at the n-th token of a card and wait for the paint; returns milliseconds.
_POINT = """async ([card, number]) => {
    const host = [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
        .find((each) => each.shadowRoot && each.shadowRoot.querySelector('.card'));
    const chip = host.shadowRoot.querySelectorAll(`.card.${card} .chip`)[number];
    const begun = performance.now();
    for (const type of ['pointerover', 'pointerenter', 'mouseover', 'mouseenter'])
        chip.dispatchEvent(new MouseEvent(type, {bubbles: type.endsWith('over'), composed: true}));
    await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
    return performance.now() - begun;
}"""


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.parse_args()
    begun = time.perf_counter()
    with app_in_chromium() as (page, address):
        rows = measure(page, address, begun)
    lines = [
        "# The Translate page",
        "",
        f"`python -m benchmarks.page_speed`: milliseconds in headless Chromium beside the server. {measured_on()}.",
        "",
        "| what | times | median | 95th percentile |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {len(values)} | {median(values):.0f} | {percentile_95(values):.0f} |" for name, values in rows),
    ]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def measure(page: Page, address: str, begun: float) -> list[tuple[str, list[float]]]:
    """The rows of the table: what, and its times in milliseconds."""
    page.add_init_script(_WATCH_THE_WIRE)
    open_when_there(page, address)
    first_translation(page)
    cold_start = [(time.perf_counter() - begun) * 1000]
    new_visitors, sentences, pointing = [], [], []
    for _ in range(15):
        visit = time.perf_counter()
        page.goto(address)
        first_translation(page)
        new_visitors.append((time.perf_counter() - visit) * 1000)
    stretches: dict[str, list[float]] = {}
    for subject in SUBJECTS:
        for ending in ENDINGS:
            sentences.append(new_sentence(page, f"{subject} {ending}"))
            for name, value in where_it_went(page).items():
                stretches.setdefault(name, []).append(value)
            pointing += [page.evaluate(_POINT, [card, number]) for card in ("greedy", "beam") for number in (0, 2, 1)]
    return [
        ("cold start to the first translation", cold_start),
        ("a new visitor to the first translation", new_visitors),
        ("a new sentence to both translations", sentences),
        *stretches.items(),
        ("pointing at a token", pointing),
    ]


def first_translation(page: Page) -> None:
    """Wait until the page is seen and has a translation, looking at every frame, and until that is painted."""
    page.wait_for_function(
        """() => document.documentElement.classList.contains('sheet-open') &&
            [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')]
                .some((host) => host.shadowRoot?.querySelector('.card .french'))""",
        polling="raf",
    )
    page.evaluate(PAINTED)


def new_sentence(page: Any, sentence: str) -> float:
    """Milliseconds from the Enter key to the new sentence's translations painted."""
    field = page.locator(".st-key-sentence input")
    field.click()
    field.fill(sentence)
    page.evaluate("window.wire.asked = null, window.wire.answers = [], window.pressed = null")
    page.evaluate("addEventListener('keydown', () => { window.pressed ??= performance.now(); }, { capture: true })")
    begun = time.perf_counter()
    page.keyboard.press("Enter")
    page.wait_for_function(
        """(text) => [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].some((host) =>
            [...host.shadowRoot.querySelectorAll('.source .face')].map((each) => each.textContent).join('')
                .replaceAll('␣', '').replace('</s>', '') === text.replaceAll(' ', ''))""",
        arg=sentence,
        polling="raf",
    )
    page.evaluate("window.seen = performance.now()")
    page.evaluate(PAINTED)
    return (time.perf_counter() - begun) * 1000


def where_it_went(page: Any) -> dict[str, float]:
    """The last new sentence's stretches of time in milliseconds, one after the other."""
    stretches: dict[str, float] = page.evaluate(
        """() => {
            const { asked, answers } = window.wire;
            const last = answers.filter((at) => at < window.seen).at(-1);
            return {
                '… from the key to the question on the wire': asked - window.pressed,
                '… until the first answer': answers[0] - asked,
                '… until the last answer before it was there: the rerun': last - answers[0],
                '… until both translations stood in the page': window.seen - last,
            };
        }"""
    )
    return stretches


if __name__ == "__main__":
    main()
