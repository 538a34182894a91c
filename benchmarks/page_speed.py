"""How long a visitor waits on each page, in a real Chromium, with the shipped model.

    python -m benchmarks.page_speed                # writes benchmarks/page_speed.md
    python -m benchmarks.page_speed --pages scores,heads --print-only

A cold start is the time from starting the server until the first translation is painted. Opening a page is what a new
visitor waits for until its picture is painted, a new sentence the time from the Enter key until the server's picture is
painted, by the page's own clock; none of the sentences was seen before. A key is what is typed once the model is in the
browser: the time until its picture is painted.
"""

import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.served import app_in_chromium
from benchmarks.timing import median, options_of, percentile_95, table, write_report
from pages import PAGES as RECORDS

RESULTS = Path(__file__).with_suffix(".md")
OPENINGS = 6
SENTENCES = tuple(
    f"{subject} {ending}"
    for subject in ("My brother", "The old man", "Our teacher", "Her neighbour")
    for ending in ("is waiting for the bus in the rain", "wants to buy a new coat", "has never seen the sea before")
)

# Put into every page: find what stands in any component, and wait for a new one of it.
_TOOLS = """
// A visitor who saves data gets no model. (A request that Playwright blocks would cost every page its HTTP cache.)
if (!sessionStorage.live) Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
window.bench = {
    hasModel: () => bench.find('.coming')?.textContent.includes('The model is in your browser'),
    find: (names) => [...document.querySelectorAll('*')]
        .map((each) => each.shadowRoot?.querySelector(names)).find((each) => each?.getClientRects().length),
    seen: (names) => document.documentElement.classList.contains('sheet-open') && Boolean(bench.find(names)),
    watch(names, event) {
        let pressed;
        addEventListener(event, () => { pressed ??= performance.now(); }, { capture: true, once: true });
        bench.find(names).dataset.old = 'yes';
        bench.waited = new Promise((done) => {
            const look = () => {
                const found = bench.find(names);
                if (!found || found.dataset.old) return requestAnimationFrame(look);
                setTimeout(() => done(performance.now() - pressed), 0);
            };
            look();
        });
    },
};
"""


@dataclass(frozen=True)
class Watched:
    """A page to time; every new sentence draws `shown` again.

    If it is live, the browser's own model draws what is typed; `at_look` is what it draws at Look, where it has depths.
    """

    title: str
    address: str
    shown: str
    is_live: bool = False
    at_look: str = ""


AT_LOOK = dict.fromkeys(("scores", "heads"), ".inside .crumbs li")  # which every redraw replaces
PAGES = (
    Watched("Translate", "translate", ".headline .translation", True),
    *(
        Watched(
            each.title,
            f"{each.address}?depth=prove",
            ".map .here",
            each.address in AT_LOOK,
            AT_LOOK.get(each.address, ""),
        )
        for each in RECORDS
        if each.group == "Walk through"
    ),
    Watched("Token by token", "steps?depth=prove", ".player", True, ".says"),
    Watched("Greedy and beam", "search?beam=5&depth=prove", ".tree", True, ".two-roads"),
    Watched("Alignment", "alignment", ".links"),
)


def main() -> None:
    """Measure, print and write the table."""
    parser = options_of(__doc__)
    parser.add_argument("--pages", default="", help="some of them only, by their addresses")
    parser.add_argument("--print-only", action="store_true", help="leave the table beside this script as it is")
    options = parser.parse_args()
    chosen = [each for each in PAGES if not options.pages or each.address.split("?")[0] in options.pages.split(",")]
    begun = time.perf_counter()
    rows: list[tuple[str, ...]] = []
    with app_in_chromium() as (page, address):
        page.add_init_script(_TOOLS)
        time_opening(page, f"{address}/{PAGES[0].address}", PAGES[0].shown)
        cold = (time.perf_counter() - begun) * 1000
        rows.append(("", "cold start to the first translation", "1", f"{cold:.0f}", f"{cold:.0f}"))
        for watched in chosen:
            for name, times in timed_page(page, address, watched):
                numbers = f"{median(times):.0f}", f"{percentile_95(times):.0f}"
                rows.append((watched.title, name, str(len(times)), *numbers))
                print(*rows[-1], sep=" | ", flush=True)
    intro = "`python -m benchmarks.page_speed`: milliseconds in headless Chromium on the server's machine."
    lines = table(("page", "what", "times", "median", "95th percentile"), rows)
    write_report(None if options.print_only else RESULTS, "The pages", intro, *lines)


def timed_page(page: Page, address: str, watched: Watched) -> Iterator[tuple[str, list[float]]]:
    """Time a page: what was done, and its times in milliseconds."""
    link, shown = f"{address}/{watched.address}", watched.shown
    page.goto(address)
    page.evaluate("delete sessionStorage.live")
    time_opening(page, link, shown)  # what depends on the model alone is computed once a server
    yield "opening", [time_opening(page, link, shown) for _ in range(OPENINGS)]
    yield "a new sentence", [new_sentence(page, f"{each} on {watched.title}.", shown) for each in SENTENCES]
    if watched.is_live:
        page.evaluate("sessionStorage.live = 'yes'")
        yield "a key", keys(page, link, shown)
    if watched.at_look:
        yield "a key at Look", keys(page, link.replace("depth=prove", "depth=look"), watched.at_look)


def keys(page: Page, link: str, shown: str) -> list[float]:
    """Open a page with the model in the browser, and type."""
    time_opening(page, link, shown)
    page.wait_for_function("() => bench.hasModel()", polling="raf")
    page.wait_for_timeout(300)
    return [key(page, each, shown) for each in SENTENCES]


def time_opening(page: Page, link: str, shown: str) -> float:
    """Open a page, and wait until it is seen and painted."""
    begun = time.perf_counter()
    page.goto(link)
    page.wait_for_function("(shown) => bench.seen(shown)", arg=shown, polling="raf")
    page.evaluate("() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
    return (time.perf_counter() - begun) * 1000


def new_sentence(page: Any, sentence: str, shown: str) -> float:
    """Type a sentence, press Enter, and wait until its picture is painted."""
    page.wait_for_timeout(100)
    box = page.locator(".st-key-sentence input")
    box.click()
    box.fill(sentence)
    page.evaluate("(shown) => bench.watch(shown, 'keydown')", shown)
    page.keyboard.press("Enter")
    waited: float = page.evaluate("bench.waited")
    return waited


def key(page: Any, sentence: str, shown: str) -> float:
    """Type the last letter of a sentence, and wait until its picture is painted."""
    page.locator(".st-key-sentence input").fill(sentence[:-1])
    page.wait_for_timeout(500)
    page.evaluate("(shown) => bench.watch(shown, 'input')", shown)
    page.keyboard.press(sentence[-1])
    waited: float = page.evaluate("bench.waited")
    return waited


if __name__ == "__main__":
    main()
