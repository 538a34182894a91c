"""One after another and Word vectors in a real Chromium: stepping and choosing ask nothing of the server."""

from typing import Any

import pytest
from visits import asks_nothing, visit

from transformer.model_folder import comparison_models
from viewer.before.word_vectors.shipped import NAMES, path_of

pytestmark = pytest.mark.browser


@pytest.mark.skipif(not comparison_models(), reason="the models to be compared are not here")
def test_words_wait_for_one_another_step_by_step(browser: Any, server: str) -> None:
    address = f"{server}/one_after_another?sentence=The+dog+eats+bread."
    with visit(browser, address, ".readers .cell", ".felt canvas") as page, asks_nothing(page):
        told = page.locator(".waiting-picture .told")
        page.locator(".player .knob").first.click()
        assert page.locator(".readers .cell:is(.done, .now)").count() == 0
        page.keyboard.press("ArrowRight")
        assert "has read 1 of" in told.inner_text()
        page.keyboard.press("End")
        assert page.locator(".readers .cell.later").count() == 0
        equation = page.locator(".equation .note")
        before = equation.inner_text()
        page.get_by_role("group", name="The word that waits").locator(".chip").first.click()
        assert equation.inner_text() != before
        assert "word_at=1" in page.url
        page.get_by_role("group", name="The token whose loss it is").locator(".chip").first.click()
        assert "token_at=1" in page.url


@pytest.mark.skipif(not all(path_of(kind).exists() for kind in NAMES), reason="the word vectors are not here")
def test_one_step_after_another_is_learned(browser: Any, server: str) -> None:
    address = f"{server}/word_vectors?lesson=The+dog+eats+bread.&example=1"
    with visit(browser, address, ".asked table", ".plotly-chart .plot-container") as page, asks_nothing(page):
        assert page.locator(".chip.foretells").inner_text() == "the"
        assert page.locator(".chip.foretold").inner_text() == "dog"
        code = page.locator(".code pre")
        assert '"the".split()' in code.inner_text()
        page.locator(".player .knob").last.click()
        assert page.locator(".chip.foretells").inner_text() == "bread"
        assert '"bread".split()' in code.inner_text()
        assert "example=10" in page.url
