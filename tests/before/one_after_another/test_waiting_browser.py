"""One after another and Word vectors in a real Chromium: stepping and choosing ask nothing of the server."""

from typing import Any

import pytest
from visits import asks_nothing, eventually, expect, expect_address, settle, visit

from transformer.model.folder import comparison_models
from viewer.before.word_vectors.shipped import NAMES, path_of

pytestmark = pytest.mark.browser


@pytest.mark.skipif(not comparison_models(), reason="the models to be compared are not here")
def test_words_wait_for_one_another_step_by_step(browser: Any, server: str) -> None:
    address = f"{server}/one_after_another?sentence=The+dog+eats+bread."
    with visit(browser, address, ".readers .cell", ".gradients canvas") as page, asks_nothing(page):
        told = page.locator(".waiting-picture .told")
        page.locator(".player .knob").first.click()
        expect(page.locator(".readers .cell:is(.done, .now)")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(told).to_contain_text("has read 1 of")
        page.keyboard.press("End")
        expect(page.locator(".readers .cell.later")).to_have_count(0)
        equation = page.locator(".equation .note")
        settle(page)
        before = equation.inner_text()
        page.get_by_role("group", name="The word that waits").locator(".chip").first.click()
        eventually(page, lambda: equation.inner_text() != before)
        expect_address(page, word_at="1")
        page.get_by_role("group", name="The token whose loss it is").locator(".chip").first.click()
        expect_address(page, token_at="1")


@pytest.mark.skipif(not all(path_of(kind).exists() for kind in NAMES), reason="the word vectors are not here")
def test_one_step_after_another_is_learned(browser: Any, server: str) -> None:
    address = f"{server}/word_vectors?lesson=The+dog+eats+bread.&example=1"
    with visit(browser, address, ".asked table", ".plotly-chart .plot-container") as page, asks_nothing(page):
        assert page.locator(".chip.predicts").inner_text() == "the"
        assert page.locator(".chip.predicted").inner_text() == "dog"
        code = page.locator(".code pre")
        assert '"the".split()' in code.inner_text()
        page.locator(".player .knob").last.click()
        expect(page.locator(".chip.predicts")).to_have_text("bread")
        expect(code).to_contain_text('"bread".split()')
        expect_address(page, example="10")
