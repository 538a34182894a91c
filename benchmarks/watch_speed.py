"""How long a visitor waits on the pages that watch a decoding, in a real Chromium, with the shipped model.

    python -m benchmarks.watch_speed               # writes benchmarks/watch_speed.md

A step of the player is the time from pressing an arrow key to the picture painted; pointing, that from moving the mouse
onto a node of the tree, α from moving its slider. A fork is the time from clicking a token to the two translations
painted, a new sentence that from the Enter key to the page's picture painted; none was shown before.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.chromium import PAINTED, app_in_chromium, open_when_there
from benchmarks.timing import measured_on, median, percentile_95

RESULTS = Path(__file__).with_suffix(".md")
SENTENCES = tuple(
    f"{subject} {ending}"
    for subject in ("My brother", "The old man", "Our teacher", "Her neighbour")
    for ending in ("is waiting for the bus in the rain.", "wants to buy a new coat.", "has never seen the sea before.")
)

_WALK = """[...document.querySelectorAll('*')]
    .map((each) => each.shadowRoot?.querySelector('.walk:not(.tools, .typed)'))
    .find((each) => each)"""
_FRAME = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));"
_TIMED = """async (argument) => {
    const walk = %s;
    const begun = performance.now();
    %s
    %s
    return performance.now() - begun;
}"""


def timed(action: str) -> str:
    """JavaScript that does something to the component `walk`, and says in how many milliseconds it was painted."""
    return _TIMED % (_WALK, action, _FRAME)


STEP = timed("walk.dispatchEvent(new KeyboardEvent('keydown', {key: argument, bubbles: true}));")
HEAD = timed("const heads = walk.querySelectorAll('[aria-label=Head] button'); heads[argument % heads.length].click();")
NODE = timed(
    "const nodes = walk.querySelectorAll('.nodes .node');"
    "nodes[argument % nodes.length].dispatchEvent(new PointerEvent('pointerenter'));"
)
ALPHA = timed(
    "const slider = walk.querySelector('.alpha input'); slider.value = String(argument);"
    "slider.dispatchEvent(new Event('input'));"
)


def main() -> None:
    """Measure, print and write the table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with app_in_chromium() as (page, address):
        rows = measure(page, address)
    lines = [
        "# The pages that watch a decoding",
        "",
        f"`python -m benchmarks.watch_speed`: milliseconds in headless Chromium beside the server. {measured_on()}.",
        "",
        "| what | times | median | 95th percentile |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {len(values)} | {median(values):.0f} | {percentile_95(values):.0f} |" for name, values in rows),
    ]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def measure(page: Page, address: str) -> list[tuple[str, list[float]]]:
    """The rows of the table: what, and its times in milliseconds."""
    _open(page, f"{address}/steps", ".player")
    new_steps, steps, heads, forks = [], [], [], []
    for sentence in SENTENCES:
        new_steps.append(_new_sentence(page, sentence, ".player"))
        steps += [page.evaluate(STEP, key) for key in ("Home", *["ArrowRight"] * 5, "ArrowLeft")]
        heads += [page.evaluate(HEAD, number) for number in (1, 3, 0)]
        forks.append(_fork(page))
    _open(page, f"{address}/search?beam=5", ".tree")
    new_searches, nodes, alphas = [], [], []
    for sentence in SENTENCES:
        new_searches.append(_new_sentence(page, f"Now {sentence[0].lower()}{sentence[1:]}", ".tree"))
        nodes += [page.evaluate(NODE, 3 + 5 * number) for number in range(6)]
        alphas += [page.evaluate(ALPHA, value) for value in (0, 1.3, 2)]
    _open(page, f"{address}/alignment", ".links")
    new_alignments = [_new_sentence(page, f"Then {each[0].lower()}{each[1:]}", ".links") for each in SENTENCES]
    return [
        ("Token by token: a new sentence", new_steps),
        ("Token by token: a step of the player", steps),
        ("Token by token: another head", heads),
        ("Token by token: a fork", forks),
        ("Greedy and beam: a new sentence, beam 5 and its tree", new_searches),
        ("Greedy and beam: pointing at a node", nodes),
        ("Greedy and beam: another α", alphas),
        ("Alignment: a new sentence", new_alignments),
    ]


def _open(page: Page, address: str, shown: str) -> None:
    open_when_there(page, address)
    page.wait_for_selector(shown)
    page.wait_for_timeout(700)


def _fork(page: Page) -> float:
    begun = time.perf_counter()
    page.evaluate(f"() => ({_WALK}).querySelectorAll('.option:not(.taken)')[1].click()")
    page.wait_for_function(f"() => ({_WALK})?.querySelector('.path')", polling="raf")
    page.evaluate(PAINTED)
    return (time.perf_counter() - begun) * 1000


def _new_sentence(page: Any, sentence: str, shown: str) -> float:
    page.wait_for_timeout(100)
    page.evaluate(f"(shown) => {{ ({_WALK}).querySelector(shown).dataset.old = 'yes'; }}", shown)
    field = page.locator(".st-key-sentence input")
    field.click()
    field.fill(sentence)
    begun = time.perf_counter()
    page.keyboard.press("Enter")
    page.wait_for_function(
        f"(shown) => {{ const found = ({_WALK})?.querySelector(shown); return found && !found.dataset.old; }}",
        arg=shown,
        polling="raf",
    )
    page.evaluate(PAINTED)
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
