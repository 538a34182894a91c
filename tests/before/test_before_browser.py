"""The bottleneck and Looking back in a real Chromium: stepping and choosing ask nothing of the server."""

from typing import Any

import pytest
from visits import HAS_SCHEME, asks_nothing, settle, visit

from transformer.model_folder import comparison_models

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
        assert "number 1 of" in told.inner_text()
        assert words.nth(0).get_attribute("aria-current") == "step"
        assert page.locator(".thread.in:visible").count() == 1
        before = page.locator(".equation .filled").inner_text()
        page.keyboard.press("ArrowRight")
        assert "number 2 of" in told.inner_text()
        assert page.locator(".equation .filled").inner_text() != before
        page.keyboard.press("End")
        assert told.inner_text().startswith("It writes")
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
        with asks_nothing(page):
            before = page.locator(".energies").inner_text()
            picture.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            assert page.locator(".energies").inner_text() != before
            page.get_by_role("button", name="Guess first").click()
            assert page.locator(".energies").count() == 0
            page.locator(".guess-option").first.click()
            assert page.locator(".guess-verdict").inner_text()
            page.get_by_role("button", name="Guess first").click()
            assert page.locator(".energies").count() == 1
