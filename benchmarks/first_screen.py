"""What is seen of a page before anything is scrolled, at 1400 × 900: its controls, its numbers and its words.

python -m benchmarks.first_screen            # writes benchmarks/first_screen.md, every page at every depth
"""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from benchmarks.served import app_in_chromium
from benchmarks.timing import options_of, table, write_report
from pages import PAGES

RESULTS = Path(__file__).parent / "first_screen.md"
DEPTHS = ("look", "understand", "prove")
SETTLED = 2500  # milliseconds until nothing on a page moves any more

# The site's own menu isn't counted, nor the way to the pages before and after. A group that Tab stops at once is one
# control: a radio group, a row of chips.
# Numbers in canvases are in their `aria-label` at best: what is painted there is read by eye, as the flight is.
_READ = """() => {
    const [width, height] = [window.innerWidth, window.innerHeight];
    const PRESSED = 'button, a[href], input, select, textarea, summary, canvas[tabindex], [role=slider], '
        + '[role=radio], [role=button], [onclick]';
    const WAYS = '.stAppHeader, .st-key-walk_steps';
    const GROUP = '[role=radiogroup], [role=toolbar], [role=grid], [role=listbox], [role=tablist], .sheet';
    const above = (each) => each.parentElement ?? each.getRootNode().host ?? null;
    const within = (each, selector) => {
        for (let at = each; at; at = above(at)) if (at.matches(selector)) return at;
        return null;
    };
    const isSeen = (each, box) =>
        box.width > 1 && box.height > 1 && box.top < height && box.bottom > 0 && box.left < width && box.right > 0
        && each.checkVisibility({ opacityProperty: true, visibilityProperty: true })
        && getComputedStyle(each).clipPath === 'none';
    const controls = new Set();
    const said = [];
    const look = (root) => {
        for (const each of root.querySelectorAll('*')) {
            if (each.shadowRoot) look(each.shadowRoot);
            if (each.matches(PRESSED) && isSeen(each, each.getBoundingClientRect()) && !within(each, WAYS))
                controls.add(within(each, GROUP) ?? within(each, '[data-testid=stSelectbox]') ?? each);
        }
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
        while (walker.nextNode()) {
            const { currentNode: text } = walker;
            const holder = text.parentElement;
            if (!text.data.trim() || !holder || /^(STYLE|SCRIPT|OPTION)$/i.test(holder.tagName)) continue;
            const range = document.createRange();
            range.selectNodeContents(text);
            const box = range.getBoundingClientRect();
            if (!isSeen(holder, box) || within(holder, '.stAppHeader')) continue;
            if (within(holder, '[data-testid=stIconMaterial]') || within(holder, '.sheet')) continue;
            said.push(text.data);
        }
        if (root.querySelectorAll)
            for (const field of root.querySelectorAll('input[type=text]')) said.push(field.value.replace(/\\d/g, ''));
    };
    look(document.querySelector('.stApp') ?? document.body);
    const name = (each) =>
        (each.getAttribute('aria-label') || each.title || each.textContent || each.tagName).trim().slice(0, 40);
    return { controls: [...controls].map(name), said };
}"""


@dataclass(frozen=True)
class FirstScreen:
    """What is seen of it.

    Attributes:
        controls: their names. numbers, words: as they are written.
    """

    controls: list[str]
    numbers: list[str]
    words: list[str]


def first_screen(page: Any) -> FirstScreen:
    """Read the part of a page that the window shows."""
    read = page.evaluate(_READ)
    written = " ".join(read["said"]).split()
    numbers = [each for each in written if is_number(each)]
    return FirstScreen(read["controls"], numbers, [each for each in written if not is_number(each)])


def is_number(token: str) -> bool:
    """Whether a word of the page is a number: 12, −0.5, 39%, ×8, ≈0.2, 1e−7, 0x7f."""
    bare = token.strip("()[]{}“”\"',.;:·|=≈±×÷√/%+-−–…→←")
    return bare[:1].isdigit() and not bare.isalpha()


def main() -> None:
    """Count on every page at every depth that it has."""
    options_of(__doc__).parse_args()
    rows = []
    with app_in_chromium() as (page, address):
        page.set_default_timeout(120_000)  # for a machine that is busy with something else
        for shown in PAGES:
            slug = "" if shown is PAGES[0] else shown.address
            for depth in DEPTHS if shown.look else ("",):
                page.goto(f"{address}/{slug}?depth={depth}")
                page.wait_for_selector(".sheet-open h1", state="attached")
                page.wait_for_selector("[data-testid=stApp][data-test-script-state=notRunning]")
                page.wait_for_timeout(SETTLED)
                seen = first_screen(page)
                counts = (len(seen.controls), len(seen.numbers), len(seen.words))
                rows.append((page.locator("h1").first.inner_text(), depth, *counts))
    intro = "What `python -m benchmarks.first_screen` counts on the first screen of 1400 × 900, the menu left out."
    write_report(RESULTS, "The first screen", intro, *table(("page", "depth", "controls", "numbers", "words"), rows))


if __name__ == "__main__":
    main()
