"""Every page on every screen and at every depth: nothing jumps, sticks out or is too small, axe finds nothing serious,
and a browser's translation leaves alone what is data.
"""

import math
import re
from typing import Any

import pytest
from places import ROOT
from visits import HAS_SCHEME, assert_fits, choose_depth, layout_shift, settle, visit, what_moved

from pages import PAGES as RECORDS

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
TOLD_APART = "patching?sentence=The+cat+drinks+water.&other=The+dog+drinks+water."  # by the tiny model
PAGES = [
    *(TOLD_APART if page.address == "patching" else page.address for page in RECORDS),
    *(f"{slug}?depth=look" for slug in ("embedding", "positions", "projections", "scores")),
]
PHONE = 390
WIDTHS = ((1400, PHONE, 800), (PHONE, 800, 1400))  # by turns a page is opened wide and narrow
HEAD = "[class*=st-key-page_head]"
STEADY = 0.1  # layout shift that is still good, https://web.dev/articles/cls
SMALLEST = 12  # pixels that a text is high, at least

# Texts of the page and of its components that are smaller, by what they say; mathematics writes indices smaller.
TOO_SMALL = """(all, smallest) => {
    const found = new Set();
    for (const each of all) {
        if (each.closest('math, sub, sup, [aria-hidden=true], .plotly-chart')) continue;
        const own = [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
        if (!own || !each.checkVisibility({ checkVisibilityCSS: true, checkOpacity: true })) continue;
        const size = parseFloat(getComputedStyle(each).fontSize);
        if (size < smallest - 0.01) found.add(`${size}px ${each.textContent.trim().slice(0, 30)}`);
    }
    return [...found];
}"""
# Fields with letters so small that a phone zooms into them.
ZOOMED = """(all) => all.filter((each) => !['range', 'checkbox', 'radio'].includes(each.type))
    .map((each) => parseFloat(getComputedStyle(each).fontSize)).filter((size) => size < 16)"""
SERIOUS = """async (scheme) => {
    const only = scheme === 'dark' ? { runOnly: ['color-contrast'] } : {}; // what a scheme can change
    const found = await axe.run('.stMain', { resultTypes: ['violations'], ...only });
    return found.violations
        .filter(({ impact }) => impact === 'serious' || impact === 'critical')
        .map(({ id, nodes }) => `${id}: ${nodes.slice(0, 4).map(({ target }) => target.flat().join(' ')).join(' | ')}`);
}"""
# The texts with a word of the sentence that a browser would translate.
TRANSLATED = """(words) => {
    const found = new Set();
    const isKept = (each) => each && (each.translate === false || each.getAttribute('translate') === 'no'
        || isKept(each.parentElement ?? each.getRootNode().host));
    const look = (root) => {
        const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
        while (walker.nextNode()) {
            const node = walker.currentNode;
            if (node.shadowRoot) look(node.shadowRoot);
            if (node.nodeType !== 3 || node.parentElement?.matches('script, style')) continue;
            if (words.some((word) => node.data.includes(word)) && !isKept(node.parentElement))
                found.add(`${node.parentElement?.className}: ${node.data.trim().slice(0, 60)}`);
        }
    };
    look(document.querySelector('.stMain'));
    return [...found];
}"""
COMMON = {"front", "decoder", "predicts"}  # words of example sentences that our texts have too
# Of what scrolls sideways, how much lies hidden and whether its edge fades.
FADES = """(all) => all.filter((each) => each.checkVisibility())
    .map((each) => [each.scrollWidth - each.clientWidth, getComputedStyle(each).maskImage !== 'none'])"""


@pytest.mark.parametrize(("number", "slug"), list(enumerate(PAGES)))
def test_a_page_fits_every_screen_and_is_open_to_everyone(browser: Any, server: str, number: int, slug: str) -> None:
    """One visit: the page is opened, and then seen at every width and in both schemes."""
    widths = WIDTHS[number % 2]
    with visit(browser, "about:blank", size=(widths[0], 900)) as page:
        assert steadiest(page, f"{server}/{slug}") <= STEADY, what_moved(page)
        for width in widths:
            assert_fits(page, (width,))
            if width == PHONE:
                assert page.locator("input, select, textarea").evaluate_all(ZOOMED) == []
                fades = page.locator(".stMain .sideways").evaluate_all(FADES)
                assert all(faded == (hidden > 0) for hidden, faded in fades), fades
        assert_open_to_everyone(page)
        if page.locator(".depths").is_visible() and "depth=" not in slug:
            choose_depth(page, "Look")
            assert_open_to_everyone(page)


def assert_open_to_everyone(page: Any) -> None:
    """At the depth that the page has."""
    assert page.locator(".stMain *").evaluate_all(TOO_SMALL, SMALLEST) == []
    field = page.locator(".st-key-sentence input")
    sentence = field.input_value() if field.count() else ""
    words = [word for word in re.findall(r"\w{5,}", sentence) if word not in COMMON]
    assert page.evaluate(TRANSLATED, words) == []
    if not AXE.exists():  # it comes with the tools for the browser's code
        return
    page.evaluate(AXE.read_text(encoding="utf-8"))
    for scheme in ("dark", "light"):
        page.emulate_media(color_scheme=scheme)
        page.wait_for_function(HAS_SCHEME, arg=scheme)
        settle(page)
        assert page.evaluate(SERIOUS, scheme) == [], scheme


def steadiest(page: Any, address: str) -> float:
    """The least that moves in a few loads: on a busy machine a page is seen before all of it has come."""
    least = math.inf
    for _ in range(4):
        page.goto(address)
        page.wait_for_selector(HEAD)
        settle(page)
        least = min(least, layout_shift(page))
        if least <= STEADY:
            break
    return least
