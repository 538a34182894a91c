"""Whether every page stays quick while a model is trained on the Training page, in a real Chromium.

    python -m benchmarks.training_page             # writes benchmarks/training_page.md

One visitor trains a fresh model with the page's own settings; another uses the app before, meanwhile and afterwards.
A text rerun is the whole script of the Model card page, from the key that asks for it to its end in the browser. A new
sentence is the time from the Enter key to both translations painted on the Translate page.
"""

import argparse
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.chromium import app_in_chromium, open_when_there
from benchmarks.page_speed import ENDINGS, SUBJECTS, WATCH_A_SENTENCE, new_sentence, waited
from benchmarks.timing import measured_on, median, percentile_95

RESULTS = Path(__file__).with_suffix(".md")
RERUNS = 25
LIMIT = 100  # milliseconds for a text rerun

# Waits for the next run of the script to begin and to end; `window.rerun` holds the promise of its milliseconds.
_WATCH = """() => {
    const app = document.querySelector('[data-testid="stApp"]');
    window.rerun = new Promise((done) => {
        let begun = null, ran = false;
        document.addEventListener('keydown', () => { begun = performance.now(); }, { once: true, capture: true });
        const watcher = new MutationObserver(() => {
            const state = app.dataset.testScriptState;
            if (state !== 'notRunning') ran = true;
            else if (ran && begun !== null) { watcher.disconnect(); done(performance.now() - begun); }
        });
        watcher.observe(app, { attributes: true, attributeFilter: ['data-test-script-state'] });
    });
}"""


def main() -> None:
    """Measure, print and write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--minutes", type=float, default=2.0, help="of training")
    options = parser.parse_args()
    with app_in_chromium() as (page, address):
        rows, learned = measure(page, address, options.minutes)
    lines = [
        "# The app while a model is trained",
        "",
        f"`python -m benchmarks.training_page --minutes {options.minutes:g}`: milliseconds in headless Chromium beside "
        f"the server. {measured_on()}.",
        "",
        "| what | times | median | 95th percentile |",
        "| --- | ---: | ---: | ---: |",
        *(f"| {name} | {len(values)} | {median(values):.0f} | {percentile_95(values):.0f} |" for name, values in rows),
        "",
        f"The limit for a text rerun during training is {LIMIT} ms. What had been learned meanwhile, in "
        f"{options.minutes:g} minutes on the same cores: {learned}",
        "",
    ]
    text = "\n".join(lines)
    RESULTS.write_text(text, encoding="utf-8")
    print(text)


def measure(page: Page, address: str, minutes: float) -> tuple[list[tuple[str, list[float]]], str]:
    """The rows of the table: what, and its times in milliseconds; and what the trained model scored."""
    open_when_there(page, address)
    page.wait_for_selector(".card .french")
    sentences = (f"{subject} {ending}" for subject in SUBJECTS for ending in ENDINGS)
    rows = use(page, address, "before the training", sentences)
    context = page.context.browser.new_context()  # type: ignore[union-attr]
    other = context.new_page()
    other.goto(f"{address}/training")
    field = other.get_by_role("spinbutton", name="Minutes")
    field.fill(f"{minutes:g}")
    field.press("Enter")
    other.get_by_role("button", name="Train a fresh model").click()
    other.wait_for_selector('.strip[data-state="running"]', timeout=120_000)
    rows += use(page, address, "meanwhile", sentences)
    other.wait_for_selector('.strip[data-state="finished"]', timeout=minutes * 60_000 + 60_000)
    tiles = other.locator(".tile").all()
    facts = [f"{tile.locator('dt').inner_text()} {tile.locator('dd').inner_text()}" for tile in tiles]
    said = other.locator(".says-now .french").inner_text()
    rows += use(page, address, "afterwards", sentences)
    context.close()
    return rows, f"{', '.join(facts)}. The sentence it was watched with became “{said}”"


def use(page: Page, address: str, when: str, sentences: Any) -> list[tuple[str, list[float]]]:
    """A visitor's minute: text reruns on one page, new sentences on another."""
    page.goto(f"{address}/model_card")
    page.get_by_role("heading", name="Model card").wait_for()
    page.wait_for_timeout(1000)
    reruns = [text_rerun(page) for _ in range(RERUNS)]
    page.add_init_script(WATCH_A_SENTENCE)
    page.goto(address)
    page.wait_for_selector(".card .french")
    times = [waited(new_sentence(page, next(sentences))) for _ in range(10)]
    return [
        (f"text rerun, {when}", reruns),
        (f"new sentence to both translations, {when}", times),
    ]


def text_rerun(page: Page) -> float:
    """Milliseconds of one rerun of the page's script, as the browser sees it."""
    page.evaluate(_WATCH)
    page.keyboard.press("r")
    milliseconds: float = page.evaluate("() => window.rerun")
    page.wait_for_timeout(150)
    return milliseconds


if __name__ == "__main__":
    main()
