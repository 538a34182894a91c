"""The chapter on the embedding in a real Chromium."""

from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, expect, number, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats the strawberries."


def test_map_equation_and_misreadings_follow_the_focus_without_the_server(browser: Any, server: str) -> None:
    address = f"{server}/embedding?sentence={quote(SENTENCE)}&focus=encoder.0.0.1"
    with visit(browser, address, ".walk .map .here", ".path .band") as page, asks_nothing(page):
        marks, reading = page.locator(".space .marks"), page.locator(".space .reading")
        marks.scroll_into_view_if_needed()
        expect(reading).to_contain_text("“dog”: id")
        page.locator(".neighbour").nth(1).hover()
        told = page.locator(".neighbour .value").nth(1).inner_text()
        expect(reading).to_contain_text(f"cosine {told}")
        page.mouse.move(5, 5)
        expect(reading).to_contain_text("“dog”")

        page.locator(".path .fetch").focus()
        for _ in range(4):
            page.keyboard.press("ArrowLeft")
            settle(page)
            numbers = page.locator(".equation .filled math").first.locator("mn").all_text_contents()
            scale, value, product = numbers[-3:]
            assert number(scale) * number(value) == pytest.approx(number(product), rel=6e-3)
        neighbours = page.get_by_role("radiogroup", name="Nearest neighbours by cosine similarity").get_by_role("radio")
        neighbours.nth(2).click()
        page.keyboard.press("ArrowDown")
        settle(page)
        numbers = page.locator(".equation .filled math").last.locator("mn").all_text_contents()
        top, own, other, cosine = numbers[-4:]
        assert number(top) / (number(own) * number(other)) == pytest.approx(number(cosine), rel=6e-3)
        assert cosine == page.locator(".neighbour .value").nth(3).inner_text()
        assert neighbours.nth(3).get_attribute("aria-checked") == "true"

        settle(page)
        chips = page.locator(".tokens .chip")
        chips.nth(2).click()
        settle(page)
        assert page.locator(".path .chip.here").all_inner_texts() == [chips.nth(2).inner_text()]
        assert f"row {page.locator('.path .id.here').inner_text()} of" in page.locator(".path .fetch").get_attribute(
            "aria-label"
        )
        page.locator(".path .word", has_text="strawberries").click()
        expect(page.locator(".path .word.here")).to_have_text("strawberries")
        settle(page)
        rungs = [rung.locator(".cell").all_inner_texts() for rung in page.locator(".ladder li .row").all()]
        assert rungs[0] == list("▁strawberries")
        pieces = page.locator(".pieces .plain-table .chip").all_inner_texts()
        assert pieces == [piece.replace("▁", "") for piece in rungs[-1]]
        page.get_by_role("radiogroup", name="Side").get_by_role("radio").last.click()
        chips.first.click()
        expect(page.locator(".path .chip.here")).to_have_text("<s>")
