"""How long a visitor waits on the Translate page, in a real Chromium, with the shipped model.

    python -m benchmarks.page_speed                # writes benchmarks/page_speed.md

A cold start is the time from starting the server to the first translation on the screen. A new sentence is the time
from the Enter key to both translations painted, by the page's own clock; none of the sentences was translated before.
Pointing is the time from moving the mouse onto a token to the picture painted; clicking, layers and heads stay in the
browser in the same way.
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

# Keeps in `window.wire` when the page asked the server and when it was answered; `window.watch` looks at every frame
# from the Enter key until both translations of a sentence stand in the page and are painted, and says what when was.
# All times are the page's own milliseconds.
WATCH_A_SENTENCE = """
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
window.watch = (sentence) => new Promise((done) => {
    Object.assign(window.wire, { asked: null, answers: [] });
    let pressed;
    addEventListener('keydown', () => { pressed ??= performance.now(); }, { capture: true, once: true });
    const stands = () => [...document.querySelectorAll('[data-testid="stBidiComponentIsolated"]')].some((host) =>
        [...host.shadowRoot.querySelectorAll('.source .face')].map((each) => each.textContent).join('')
            .replaceAll('␣', '').replace('</s>', '') === sentence.replaceAll(' ', ''));
    const look = () => {
        if (!stands()) return requestAnimationFrame(look);
        const seen = performance.now();
        setTimeout(() => {
            const { asked, answers } = window.wire;
            done({ pressed, asked, first: answers[0], last: answers.filter((at) => at < seen).at(-1), seen,
                painted: performance.now() });
        }, 0);
    };
    requestAnimationFrame(look);
});
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
    page.add_init_script(WATCH_A_SENTENCE)
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
            when = new_sentence(page, f"{subject} {ending}")
            sentences.append(waited(when))
            for name, value in where_it_went(when).items():
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


def new_sentence(page: Any, sentence: str) -> dict[str, float]:
    """Type a sentence and press Enter, on a page with `WATCH_A_SENTENCE`.

    Returns:
        What happened when, in milliseconds of the page's clock.
    """
    field = page.locator(".st-key-sentence input")
    field.click()
    field.fill(sentence)
    page.evaluate("(sentence) => { window.watching = window.watch(sentence); }", sentence)
    page.keyboard.press("Enter")
    when: dict[str, float] = page.evaluate("window.watching")
    return when


def waited(when: dict[str, float]) -> float:
    """How long the visitor waited, in milliseconds."""
    return when["painted"] - when["pressed"]


def where_it_went(when: dict[str, float]) -> dict[str, float]:
    """A new sentence's stretches of time in milliseconds, one after the other."""
    return {
        "… from the key to the question on the wire": when["asked"] - when["pressed"],
        "… until the first answer": when["first"] - when["asked"],
        "… until the last answer before it was there: the rerun": when["last"] - when["first"],
        "… until both translations stood in the page": when["seen"] - when["last"],
        "… until they were painted": when["painted"] - when["seen"],
    }


if __name__ == "__main__":
    main()
