"""The pages before the Transformer in a real Chromium: stepping and choosing ask nothing of the server."""

import re
from typing import Any

import pytest
from visits import HAS_SCHEME, asks_nothing, choose_depth, eventually, expect, expect_address, settle, visit

pytestmark = pytest.mark.browser
SENTENCE = "?sentence=The+dog+eats+bread."
PAINTED = "(canvas) => canvas.toDataURL()"


def test_a_sentence_goes_through_one_vector_step_by_step(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/bottleneck{SENTENCE}", ".hourglass canvas") as page, asks_nothing(page):
        words = page.locator(".hourglass .above .chip")
        told = page.locator(".told")
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
        assert page.locator(".translations").bounding_box()["y"] < page.locator(".hourglass").bounding_box()["y"]
        choose_depth(page, "Look")
        expect(page.locator(".look-headline")).to_have_text(re.compile(r"^Squeezed into one vector of "))
        settle(page)
        assert page.locator(".translations").bounding_box()["y"] > page.locator(".hourglass").bounding_box()["y"]
        choose_depth(page, "Prove")
        canvas = page.locator(".hourglass canvas").first
        before = canvas.evaluate(PAINTED)
        page.emulate_media(color_scheme="dark")  # what is painted follows the page
        page.wait_for_function(HAS_SCHEME, arg="dark")
        settle(page)
        assert canvas.evaluate(PAINTED) != before


def test_a_cell_shows_how_its_weight_comes_about(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/looking_back{SENTENCE}", ".both-looks canvas") as page:
        picture = page.locator(".both-looks canvas").first
        energies = page.locator(".equation .note")
        with asks_nothing(page):
            before = energies.inner_text()
            picture.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("ArrowDown")
            page.keyboard.press("Enter")
            eventually(page, lambda: energies.inner_text() != before)

            choose_depth(page, "Look")
            expect(page.locator(".look-pair:visible")).to_have_text(re.compile(r"\d%"))
            expect(page.locator(".both-looks canvas").filter(visible=True)).to_have_count(1)


def test_words_wait_for_one_another_step_by_step(browser: Any, server: str) -> None:
    address = f"{server}/one_after_another{SENTENCE}"
    with visit(browser, address, ".readers .cell", ".gradients canvas") as page, asks_nothing(page):
        told = page.locator(".waiting-picture .told")
        page.locator(".player .knob").first.click()
        expect(page.locator(".readers .cell:is(.done, .now)")).to_have_count(0)
        page.keyboard.press("ArrowRight")
        expect(told).to_contain_text("has read 1 of")
        page.keyboard.press("End")
        expect(page.locator(".readers .cell.later")).to_have_count(0)
        page.get_by_role("group", name="The word that waits").locator(".chip").first.click()
        expect_address(page, word_at="1")
        page.get_by_role("group", name="The token whose loss it is").locator(".chip").first.click()
        expect_address(page, token_at="1")


def test_one_step_after_another_is_learned(browser: Any, server: str) -> None:
    address = f"{server}/word_vectors?lesson=The+dog+eats+bread.&example=1"
    with visit(browser, address, ".asked table", ".around svg") as page:
        with asks_nothing(page):
            assert page.locator(".chip.predicts").inner_text() == "the"
            assert page.locator(".chip.predicted").inner_text() == "dog"
            code = page.locator(".code pre")
            assert '"the".split()' in code.inner_text()
            page.locator(".player .knob").last.click()
            expect(page.locator(".chip.predicts")).to_have_text("bread")
            expect(code).to_contain_text('"bread".split()')
            expect_address(page, example="10")
        page.get_by_role("radiogroup", name="Try").get_by_role("radio").last.click()
        expect(page.locator(".near-words .look-headline")).to_have_text(re.compile("“hot” is used most like “cold”, "))
