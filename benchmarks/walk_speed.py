"""How long a visitor waits on the chapters of the walk, in a real Chromium, with the shipped model.

    python -m benchmarks.walk_speed                # writes benchmarks/walk_speed.md

Hovering is the time from moving the mouse over a heat map to the picture painted, a change of focus that from pressing
an arrow key on a token, or clicking a layer or a head. A page change is the time from a click on the map to the other
chapter painted. A new sentence is the time from the Enter key to its tokens and pictures painted; none was seen before.
"""

import argparse
import time
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.chromium import PAINTED, app_in_chromium, open_when_there
from benchmarks.timing import measured_on, median, percentile_95
from viewer.walk.chapters import CHAPTERS, Chapter

RESULTS = Path(__file__).with_suffix(".md")
SUBJECTS = ("My brother", "The old man", "Our teacher", "Her neighbour")
ENDINGS = (
    "is waiting for the bus in the rain.",
    "wants to buy a new coat for the winter.",
    "has never seen the sea before.",
)
LONG = (
    "Yesterday evening my brother and his wife went to the old theatre near the river with their three children, and "
    "after the play they all ate fish in a small restaurant, but the youngest girl was so tired that she fell asleep "
    "at the table before the waiter had brought her the glass of milk."
)

_WALK = """[...document.querySelectorAll('*')]
    .map((each) => each.shadowRoot?.querySelector('.walk:not(.tools, .typed)'))
    .find((each) => each?.querySelector('.map .here'))"""
# Waits until the picture of the last event is painted.
_FRAME = "await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));"
_HOVER = f"""async (share) => {{
    const all = (names) => [...({_WALK}).querySelectorAll(names)].filter((each) => each.offsetWidth > 60);
    const canvas = all('.stage canvas')[0] ?? all('.stage button, .stage [role=option], .stage [role=radio]')[0];
    const box = canvas.getBoundingClientRect();
    const begun = performance.now();
    const [clientX, clientY] = [box.left + box.width * share, box.top + box.height * share];
    for (const type of ['pointerover', 'pointerenter', 'pointermove', 'mousemove'])
        canvas.dispatchEvent(new PointerEvent(type, {{bubbles: true, composed: true, clientX, clientY}}));
    {_FRAME}
    return performance.now() - begun;
}}"""
_FOCUS = f"""async (key) => {{
    const chip = ({_WALK}).querySelector('.tokens .chip[aria-checked=true]');
    const begun = performance.now();
    chip.dispatchEvent(new KeyboardEvent('keydown', {{key, bubbles: true, composed: true}}));
    {_FRAME}
    return performance.now() - begun;
}}"""
_CHOOSE = f"""async ([name, number]) => {{
    const radios = ({_WALK}).querySelectorAll(`.focus [aria-label="${{name}}"] [role=radio]`);
    if (!radios.length) return null;
    const begun = performance.now();
    radios[number % radios.length].click();
    {_FRAME}
    return performance.now() - begun;
}}"""


def main() -> None:
    """Measure, print and write the table."""
    argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter).parse_args()
    with app_in_chromium() as (page, address):
        rows = measure(page, address)
    heads = ("hover", "change of focus", "page change", "new sentence", "hover", "change of focus")
    lines = [
        "# The chapters of the walk",
        "",
        "`python -m benchmarks.walk_speed`: milliseconds in headless Chromium beside the server, "
        f"median / 95th percentile. {measured_on()}.",
        "",
        f"The last two columns: with a sentence of {len(LONG.split())} words.",
        "",
        "| chapter | " + " | ".join(heads) + " |",
        "| --- |" + " ---: |" * len(heads),
        *(f"| {name} | " + " | ".join(_cell(values) for values in columns) + " |" for name, columns in rows),
    ]
    text = "\n".join(lines) + "\n"
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def _cell(values: list[float]) -> str:
    return f"{median(values):.0f} / {percentile_95(values):.0f}"


def measure(page: Page, address: str) -> list[tuple[str, list[list[float]]]]:
    """The rows of the table: a chapter's title, and its columns in milliseconds."""
    open_when_there(page, f"{address}/{CHAPTERS[0].slug}")
    _wait_for(page, CHAPTERS[0])
    for chapter in CHAPTERS:  # what depends on the model alone is computed once a server, not once a visitor
        _go(page, chapter)
    rows = []
    for number, chapter in enumerate(CHAPTERS):
        changes = []
        for _ in range(8):
            _go(page, CHAPTERS[number - 1])
            changes.append(_go(page, chapter))
        sentences = []
        for subject in SUBJECTS:
            for ending in ENDINGS:
                sentences.append(_new_sentence(page, f"{subject} {ending[:-1]} on page {number + 1}."))
        short = _looking(page)
        _new_sentence(page, LONG)
        long = _looking(page)
        _new_sentence(page, "I am here.")
        rows.append((chapter.title, [short[0], short[1], changes, sentences, *long]))
    return rows


def _looking(page: Page) -> tuple[list[float], list[float]]:
    """Times of hovering and of changes of focus on the page as it stands."""
    page.wait_for_timeout(300)
    hover = [page.evaluate(_HOVER, 0.3 + 0.05 * (step % 12)) for step in range(24)]
    focus = [page.evaluate(_FOCUS, "ArrowRight" if step % 4 < 2 else "ArrowLeft") for step in range(16)]
    for name in ("Layer", "Head"):
        for number in (1, 2, 0, 1):
            taken = page.evaluate(_CHOOSE, [name, number])
            if taken is not None:
                focus.append(taken)
    return hover, focus


def _go(page: Page, chapter: Chapter) -> float:
    page.wait_for_timeout(150)
    begun = time.perf_counter()
    page.evaluate(f"(slug) => ({_WALK}).querySelector(`.map a[data-slug=${{slug}}]`).click()", chapter.slug)
    _wait_for(page, chapter)
    return (time.perf_counter() - begun) * 1000


def _wait_for(page: Page, chapter: Chapter) -> None:
    page.wait_for_function(
        f"(slug) => ({_WALK})?.querySelector('.map .here').dataset.slug === slug", arg=chapter.slug, polling="raf"
    )
    page.evaluate(PAINTED)


def _new_sentence(page: Any, sentence: str) -> float:
    page.evaluate(f"() => {{ ({_WALK}).querySelector('.map').dataset.old = 'yes'; }}")
    field = page.locator(".st-key-sentence input")
    field.click()
    field.fill(sentence)
    begun = time.perf_counter()
    page.keyboard.press("Enter")
    page.wait_for_function(
        f"() => {{ const map = ({_WALK})?.querySelector('.map'); return map && !map.dataset.old; }}", polling="raf"
    )
    page.evaluate(PAINTED)
    return (time.perf_counter() - begun) * 1000


if __name__ == "__main__":
    main()
