"""What is seen of a page before anything is scrolled: its controls, its numbers and its words."""

from dataclasses import dataclass
from typing import Any

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
