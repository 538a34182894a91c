"""The bottleneck and Looking back in a real Chromium: stepping and choosing ask nothing of the server."""

import re
from typing import Any

import pytest
from visits import HAS_SCHEME, asks_nothing, eventually, expect, settle, visit

from transformer.model.folder import comparison_models

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(not comparison_models(), reason="the models to be compared are not here"),
]
SENTENCE = "?sentence=The+dog+eats+bread."
PAINTED = "(canvas) => canvas.toDataURL()"


def test_a_sentence_goes_through_one_vector_step_by_step(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/bottleneck{SENTENCE}", ".hourglass canvas") as page, asks_nothing(page):
        words = page.locator(".hourglass .above .chip")
        told = page.locator(".hourglass .told")
        assert "handed over" in told.inner_text()
        page.locator(".player .knob").first.click()
        expect(told).to_contain_text("number 1 of")
        expect(words.nth(0)).to_have_attribute("aria-current", "step")
        expect(page.locator(".thread.in:visible")).to_have_count(1)
        settle(page)
        filled = page.locator(".equation .filled")
        before = filled.inner_text()
        page.keyboard.press("ArrowRight")
        expect(told).to_contain_text("number 2 of")
        eventually(page, lambda: filled.inner_text() != before)
        page.keyboard.press("End")
        expect(told).to_have_text(re.compile("^It writes"))
        settle(page)
        assert page.locator(".thread.in:visible").count() == words.count()
        canvas = page.locator(".hourglass canvas").first
        before = canvas.evaluate(PAINTED)
        page.emulate_media(color_scheme="dark")  # what is painted follows the page
        page.wait_for_function(HAS_SCHEME, arg="dark")
        settle(page)
        assert canvas.evaluate(PAINTED) != before


def test_a_cell_shows_how_its_weight_comes_about(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/looking_back{SENTENCE}", ".both-looks canvas", ".player") as page:
        assert page.locator(".energies h3").count() == 2
        picture = page.locator(".both-looks canvas").first
        energies = page.locator(".energies")
        with asks_nothing(page):
            before = energies.inner_text()
            picture.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            eventually(page, lambda: energies.inner_text() != before)
            page.get_by_role("button", name="Guess first").click()
            expect(energies).to_have_count(0)
            page.locator(".guess-option").first.click()
            expect(page.locator(".guess-verdict")).not_to_be_empty()
            page.get_by_role("button", name="Guess first").click()
            expect(energies).to_have_count(1)
