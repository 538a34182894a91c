"""Guess first in a real Chromium: nothing tells the answer before the guess, and what was guessed goes along."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from visits import eventually, expect, in_address, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
HOSTILE = "</script><b>the</b> dog"

# The share of the commonest colour among what a canvas shows below and right of a point: nearly all is paper where
# no weight is drawn.
PAPER = """(canvas, [top, left]) => {
    const scale = canvas.width / canvas.clientWidth;
    const [x, y] = [Math.round(left * scale), Math.round(top * scale)];
    const { data } = canvas.getContext('2d').getImageData(x, y, canvas.width - x, canvas.height - y);
    const colours = new Map();
    for (const colour of new Uint32Array(data.buffer)) {
        if (colour >>> 24) colours.set(colour, (colours.get(colour) ?? 0) + 1);
    }
    const counts = [...colours.values()];
    return Math.max(...counts) / counts.reduce((sum, each) => sum + each, 0);
}"""
# All that a reader, a screen reader or a pointer could learn from an element: texts, labels, tool tips.
TOLD = """(place) => [place, ...place.querySelectorAll('*')].flatMap((each) => [
    each.getAttribute('title'), each.getAttribute('aria-label'),
    ...[...each.childNodes].filter((node) => node.nodeType === 3).map((node) => node.data),
]).filter(Boolean).join(' | ')"""


def guess(page: Any, at: int = 0) -> str:
    """Choose an option; returns what is said of it."""
    page.locator(".guess-option").nth(at).click()
    page.wait_for_selector(".guess-verdict")
    settle(page)
    return page.locator(".guess-verdict").inner_text()


def tally(page: Any) -> str:
    return page.locator(".guess-tally").inner_text()


def test_no_picture_tells_before_the_guess_and_the_count_goes_along(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/heads?sentence={quote(HOSTILE)}", ".walk .map", ".guess-switch") as page:
        picture, cells = page.locator(".heads-large canvas"), [60, 90]
        assert picture.evaluate(PAPER, cells) < 0.6
        page.locator(".guess-switch").focus()
        page.keyboard.press("Space")
        page.wait_for_selector(".guess-question")
        settle(page)
        covered = picture.evaluate(PAPER, cells)
        assert covered > 0.9
        told = page.locator(".stage").evaluate(TOLD)
        assert "query (writes)" in told  # the axes are named
        assert re.search(r"\d\.\d", told) is None
        assert page.locator(".heads-grid, .inside, .mistakes, .filled math").count() == 0
        page.locator(".guess-switch").focus()  # by keyboard alone: to the answers, to one, on to the next question
        for _ in range(2):  # past the token in focus
            page.keyboard.press("Tab")
        page.keyboard.press("Enter")
        expect(page.locator(".guess-verdict")).to_have_text(re.compile(r"\d\.\d"))
        settle(page)
        assert picture.evaluate(PAPER, cells) < covered - 0.01  # its row is drawn
        before = in_address(page, "focus")
        page.keyboard.press("Enter")
        page.wait_for_selector(".guess-verdict", state="detached")
        eventually(page, lambda: in_address(page, "focus") != before)
        settle(page)
        assert page.locator(".guess-option").first.evaluate("(option) => option.matches(':focus-visible')")
        first = tally(page)
        assert first in ("0 of 1 right", "1 of 1 right")

        page.goto(f"{server}/scores?sentence={quote(SENTENCE)}")
        page.wait_for_selector(".guess-question")
        settle(page)
        assert tally(page) == first
        flight = page.locator(".flight.inside")
        assert re.search(r"\d\.\d|−∞", flight.evaluate(TOLD)) is None
        assert page.locator(".further").count() == 0
        page.get_by_role("radio", name="Add up").click()  # nobody walks past what is covered
        settle(page)
        assert page.locator(".guess-question").inner_text().startswith("Step 1")
        guess(page)
        raw = flight.locator("[data-key^='raw:']")
        assert raw.count() > 0
        assert flight.locator("[data-key^='scores:']").count() == 0  # the steps after it
        page.locator(".guess-onward").click()
        page.wait_for_selector(".guess-question:has-text('Step 2')")
        page.locator(".guess-quiet", has_text="Show me").click()
        page.wait_for_selector(".guess-verdict")
        expect(page.locator(".guess-tally")).to_have_text(re.compile("of 2 right$"))  # what is looked up is no guess
