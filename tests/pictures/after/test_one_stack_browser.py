"""One stack in a real Chromium: blocks slide, rows are chosen by keyboard, tokens come, and nothing asks the server."""

import re
from typing import Any

import pytest
from visits import asks_nothing, choose_depth, expect, settle, visit

pytestmark = pytest.mark.browser
# Whether two blocks touch, as of what is drawn.
TOUCH = """(svg) => {
    const place = (name) => svg.querySelector(`${name} .frame`).getBoundingClientRect();
    return Math.abs(place(".encoder").bottom - place(".cross").top) < 6;
}"""


def test_three_squares_become_one_and_it_writes_on(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/one_stack?sentence=The+dog+eats+bread.", ".both-languages", ".written") as page:
        with asks_nothing(page):
            square, told = page.locator(".both-languages"), page.locator(".square-and-words .look-words")
            assert square.evaluate(TOUCH)
            expect(told).to_contain_text("looks back over all of it")
            page.get_by_role("radio", name="One stack").focus()
            page.keyboard.press("ArrowLeft")
            expect(told).to_contain_text("another at")
            settle(page)
            assert not square.evaluate(TOUCH)
            page.keyboard.press("ArrowRight")
            expect(told).to_contain_text("looks back over all of it")
            settle(page)
            assert square.evaluate(TOUCH)
            page.get_by_role("radiogroup", name="A token that looks").locator("[aria-checked=true]").focus()
            page.keyboard.press("Home")
            expect(told).to_contain_text("sees only itself")
            square.locator(".cross .frame").click()
            expect(told).to_contain_text("goes to the English")

            text = page.locator(".written")
            begun = text.inner_text()
            page.get_by_role("button", name="One token").click()
            expect(text).not_to_have_text(begun)
            page.get_by_role("button", name="From the start").click()
            expect(text).to_have_text(begun)
            expect(page.locator(".next-tokens .bar")).not_to_have_count(0)
        choose_depth(page, "Look")
        expect(square).not_to_be_visible()
        page.get_by_label("The beginning").wait_for(state="hidden")
        choose_depth(page, "Understand")
        page.get_by_label("The beginning").fill("A woman")
        page.keyboard.press("Enter")
        expect(text).to_have_text(re.compile("^A woman"))
