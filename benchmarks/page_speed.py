"""How long a visitor waits on each page, in a real Chromium, with the shipped model.

    python -m benchmarks.page_speed                # writes benchmarks/page_speed.md
    python -m benchmarks.page_speed --pages scores,heads --print-only

A cold start is the time from starting the server until the first translation is painted. Opening a page is what a new
visitor waits for until its picture is painted, a new sentence the time from the Enter key until the server's picture is
painted, by the page's own clock; none of the sentences was seen before. A key is what is typed once the model is in the
browser: the time until its picture is painted. A gesture stays in the browser too.
"""

import time
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from benchmarks.served import app_in_chromium
from benchmarks.timing import median, options_of, percentile_95, table, write_report
from viewer.walk.chapters import CHAPTERS

RESULTS = Path(__file__).with_suffix(".md")
OPENINGS, GESTURES = 6, 24
SENTENCES = tuple(
    f"{subject} {ending}"
    for subject in ("My brother", "The old man", "Our teacher", "Her neighbour")
    for ending in ("is waiting for the bus in the rain", "wants to buy a new coat", "has never seen the sea before")
)

# Each gesture is JavaScript for the n-th time; `all` finds what is seen in the component's picture.
_PIECE = "all('.piece.output')[n % 4].dispatchEvent(new MouseEvent('click', {bubbles: true, composed: true}))"
_HOVER = """
    const under = all('.stage canvas')[0] ?? all('.stage button, .stage [role=option], .stage [role=radio]')[0];
    const box = under.getBoundingClientRect(), share = 0.3 + 0.05 * (n % 12);
    const [clientX, clientY] = [box.left + box.width * share, box.top + box.height * share];
    for (const type of ['pointerover', 'pointerenter', 'pointermove', 'mousemove'])
        under.dispatchEvent(new PointerEvent(type, {bubbles: true, composed: true, clientX, clientY}))"""
_FOCUS = """all('.tokens .chip[aria-checked=true]')[0].dispatchEvent(
    new KeyboardEvent('keydown', {key: n % 4 < 2 ? 'ArrowRight' : 'ArrowLeft', bubbles: true, composed: true}))"""
_STEP = """all('.player')[0].dispatchEvent(
    new KeyboardEvent('keydown', {key: n % 6 ? 'ArrowRight' : 'Home', bubbles: true, composed: true}))"""
_HEAD = "const heads = all('[aria-label=Head] button'); heads[n % heads.length].click()"
_NODE = """const nodes = all('.nodes .node');
    nodes[(3 + 5 * n) % nodes.length].dispatchEvent(new PointerEvent('pointerenter'))"""
_ALPHA = "const slider = all('.alpha input')[0]; slider.value = n % 3; slider.dispatchEvent(new Event('input'))"

# Put into every page: find what stands in any component, wait for a new one of it, and time a gesture.
_TOOLS = """
// A visitor who saves data gets no model. (A request that Playwright blocks would cost every page its HTTP cache.)
if (!sessionStorage.live) Object.defineProperty(navigator, 'connection', { value: { saveData: true } });
window.bench = {
    hasModel: () => bench.find('.coming')?.textContent.startsWith('The model is in your browser'),
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
    async gesture(names, source, n) {
        const root = bench.find(names).getRootNode();
        const all = (wanted) => [...root.querySelectorAll(wanted)].filter((each) => each.getClientRects().length);
        const act = new Function('all', 'n', source);
        const begun = performance.now();
        act(all, n);
        await new Promise((done) => requestAnimationFrame(() => setTimeout(done, 0)));
        return performance.now() - begun;
    },
};
"""


@dataclass(frozen=True)
class Watched:
    """A page to time; every new sentence draws `shown` again, and `gestures` are JavaScript.

    If it is live, the browser's own model draws what is typed; `at_look` is what it draws at Look, where it has depths.
    """

    title: str
    address: str
    shown: str
    gestures: Mapping[str, str] = field(default_factory=dict)
    is_live: bool = False
    at_look: str = ""


AT_LOOK = {"scores": ".six-query", "heads": ".glance-row.names"}
PAGES = (
    Watched("Translate", "translate", ".headline .translation", {"choosing a piece": _PIECE}, True),
    *(
        Watched(
            chapter.title,
            f"{chapter.slug}?depth=prove",
            ".map .here",
            {"hover": _HOVER, "change of focus": _FOCUS},
            chapter.slug in AT_LOOK,
            AT_LOOK.get(chapter.slug, ""),
        )
        for chapter in CHAPTERS
    ),
    Watched(
        "Token by token",
        "steps?depth=prove",
        ".player",
        {"a step of the player": _STEP, "another head": _HEAD},
        True,
        ".step-look",
    ),
    Watched(
        "Greedy and beam",
        "search?beam=5&depth=prove",
        ".tree",
        {"pointing at a node": _NODE, "another α": _ALPHA},
        True,
        ".two-roads",
    ),
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
        opened(page, f"{address}/{PAGES[0].address}", PAGES[0].shown)
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
    opened(page, link, shown)  # what depends on the model alone is computed once a server
    yield "opening", [opened(page, link, shown) for _ in range(OPENINGS)]
    yield "a new sentence", [new_sentence(page, f"{each} on {watched.title}.", shown) for each in SENTENCES]
    page.wait_for_timeout(300)
    for name, source in watched.gestures.items():
        script = "([shown, source, n]) => bench.gesture(shown, source, n)"
        yield name, [page.evaluate(script, [shown, source, number]) for number in range(GESTURES)]
    if watched.is_live:
        page.evaluate("sessionStorage.live = 'yes'")
        yield "a key", keys(page, link, shown)
    if watched.at_look:
        yield "a key at Look", keys(page, link.replace("depth=prove", "depth=look"), watched.at_look)


def keys(page: Page, link: str, shown: str) -> list[float]:
    """Open a page with the model in the browser, and type."""
    opened(page, link, shown)
    page.wait_for_function("() => bench.hasModel()", polling="raf")
    page.wait_for_timeout(300)
    return [key(page, each, shown) for each in SENTENCES]


def opened(page: Page, link: str, shown: str) -> float:
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
