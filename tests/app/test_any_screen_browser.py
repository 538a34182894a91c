"""Every page on every screen and at every depth: nothing jumps, sticks out or is too small, axe finds nothing serious,
and a browser's translation leaves alone what is data.
"""

import math
import re
from typing import Any

import pytest
from first_screen import first_screen
from places import ROOT
from visits import HAS_SCHEME, assert_fits, choose_depth, in_address, layout_shift, settle, visit, what_moved

from pages import PAGES as RECORDS

pytestmark = pytest.mark.browser

AXE = ROOT / "node_modules" / "axe-core" / "axe.min.js"
TOLD_APART = "patching?sentence=The+cat+drinks+water.&other=The+dog+drinks+water."  # by the tiny model
PAGES = [TOLD_APART if page.address == "patching" else page.address for page in RECORDS]
PHONE, WIDE = 390, 1400
# By turns a page is opened wide at one depth or narrow at the other, dark or light.
WIDTHS = ((WIDE, PHONE), (PHONE, WIDE))
DEPTHS = (("Look", "Prove"), ("Prove", "Look"))
SCHEMES = (("dark", "light"), ("light", "dark"))
HEAD = "[class*=st-key-page_head]"
STEADY = 0.125  # layout shift; 0.1 is good, https://web.dev/articles/cls, and a busy machine moves a little more
SMALLEST = 12  # pixels that a text is high, at least
MOST_CONTROLS, MOST_NUMBERS = 8, 12  # on the first screen at Look
# Numbers more: a probability for each word that is read or written, the names of layers and heads, a score beside each
# probability, years, an axis, the places of pieces.
MORE_NUMBERS = {
    "one_step": 10,
    "head_ablation": 15,
    "why": 5,
    "output": 3,
    "history": 4,
    "learning": 3,
    "positions": 14,
}
NOISE = re.compile(r"0x|\de[−-]")  # memory addresses, and what rounds to nothing
HEIGHT = "document.querySelector('.stMain').scrollHeight"

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
SERIOUS = """async () => {
    const runOnly = ['wcag2a', 'wcag2aa', 'wcag21aa'];
    const found = await axe.run('.stMain', { resultTypes: ['violations'], preload: false, runOnly });
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
# Words of example sentences that our texts have too.
COMMON = {"front", "decoder", "predicts", "looks", "while", "black", "woman", "bites"}
# Of what scrolls sideways, how much lies hidden and whether its edge fades.
FADES = """(all) => all.filter((each) => each.checkVisibility())
    .map((each) => [each.scrollWidth - each.clientWidth, getComputedStyle(each).maskImage !== 'none'])"""


@pytest.mark.parametrize(("number", "slug"), list(enumerate(PAGES)))
def test_a_page_fits_every_screen_and_is_open_to_everyone(browser: Any, server: str, number: int, slug: str) -> None:
    """One visit, by turns opened wide at Look or narrow at Prove, light or dark; then seen at the other depth.

    What axe finds takes longest to find: it is asked at Prove, and at Look on every other page.
    """
    widths, depths = WIDTHS[number % 2], DEPTHS[number % 2]
    scheme, other = SCHEMES[number // 2 % 2]
    with visit(browser, "about:blank", size=(widths[0], 900), scheme=scheme, depth=depths[0].lower()) as page:
        assert steadiest(page, f"{server}/{slug}") <= STEADY, what_moved(page)
        assert_fits_at_a_depth(page, slug, widths)
        if RECORDS[number].look and depths[0] == "Prove":
            assert_open_to_everyone(page)
        page.emulate_media(color_scheme=other)
        page.wait_for_function(HAS_SCHEME, arg=other)
        settle(page)
        if RECORDS[number].look:
            choose_depth(page, depths[1])
            assert_fits_at_a_depth(page, slug, widths[::-1])
        assert_open_to_everyone(page)


def assert_has_its_height(page: Any) -> None:
    """What lies below has its height before it is seen."""
    height = page.evaluate(HEIGHT)
    page.evaluate("document.querySelector('.stMain').scrollTo(0, 1e6)")
    settle(page)
    assert page.evaluate(HEIGHT) == height
    page.evaluate("document.querySelector('.stMain').scrollTo(0, 0)")


def assert_fits_at_a_depth(page: Any, slug: str, widths: tuple[int, ...]) -> None:
    depth = in_address(page, "depth")
    for width in widths:
        assert_fits(page, (width,))
        if width == PHONE:
            assert page.locator("input, select, textarea").evaluate_all(ZOOMED) == []
            fades = page.locator(".stMain .sideways").evaluate_all(FADES)
            assert all(faded == (hidden > 0) for hidden, faded in fades), fades
        if width == WIDE and depth == "look":
            seen = first_screen(page)
            assert len(seen.controls) <= MOST_CONTROLS, (slug, seen.controls)
            assert len(seen.numbers) <= MOST_NUMBERS + MORE_NUMBERS.get(slug, 0), (slug, seen.numbers)
            assert not [each for each in [*seen.numbers, *seen.words] if NOISE.search(each)], slug
    if depth == "prove":
        assert_has_its_height(page)
    assert page.locator(".stMain *").evaluate_all(TOO_SMALL, SMALLEST) == []
    field = page.locator(".st-key-sentence input")
    sentence = field.input_value() if field.count() else ""
    words = [word for word in re.findall(r"\w{5,}", sentence) if word not in COMMON]
    assert page.evaluate(TRANSLATED, words) == []


def assert_open_to_everyone(page: Any) -> None:
    if AXE.exists():  # it comes with the tools for the browser's code
        if not page.evaluate("'axe' in window"):
            page.evaluate(AXE.read_text(encoding="utf-8"))
        assert page.evaluate(SERIOUS) == []


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
