"""The chapter on the embedding in a real Chromium."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, choose_depth, expect, number, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats the strawberries."


def test_map_equation_and_misreadings_follow_the_focus_without_the_server(browser: Any, server: str) -> None:
    address = f"{server}/embedding?sentence={quote(SENTENCE)}&focus=encoder.0.0.1"
    with visit(browser, address, ".walk .map .here", ".path .piece.here") as page, asks_nothing(page):
        neighbours = page.get_by_role("radiogroup", name="Nearest neighbours by cosine similarity").get_by_role("radio")
        reading = page.locator(".space .reading")
        neighbours.first.scroll_into_view_if_needed()
        expect(reading).to_contain_text("“dog”: id")
        told = neighbours.nth(1).locator(".mono").inner_text()
        neighbours.nth(1).hover()
        expect(reading).to_contain_text(f"cosine {told}")
        page.mouse.move(5, 5)
        expect(reading).to_contain_text("“dog”")

        heat = page.locator(".matrix canvas").first
        for _ in range(4):
            heat.focus()
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            settle(page)
            numbers = page.locator(".equation .filled math").first.locator("mn").all_text_contents()
            scale, value, product = numbers[-3:]
            assert number(scale) * number(value) == pytest.approx(number(product), rel=6e-3)
        neighbours.nth(2).click()
        page.keyboard.press("ArrowDown")
        settle(page)
        numbers = page.locator(".equation .filled math").last.locator("mn").all_text_contents()
        top, own, other, cosine = numbers[-4:]
        assert number(top) / (number(own) * number(other)) == pytest.approx(number(cosine), rel=6e-3)
        assert cosine == neighbours.nth(3).locator(".mono").inner_text()
        assert neighbours.nth(3).get_attribute("aria-checked") == "true"

        settle(page)
        chips = page.locator(".tokens .chip")
        chips.nth(2).click()
        settle(page)
        assert page.locator(".path .here .face").all_inner_texts() == [chips.nth(2).inner_text()]
        expect(page.locator(".path .told")).to_contain_text(f"row {page.locator('.path .here .id').inner_text()} of")
        page.locator(".path .cut-word", has_text="strawberries").locator(".piece").first.click()
        settle(page)
        rungs = [rung.locator(".cell").all_inner_texts() for rung in page.locator(".ladder li .row").all()]
        assert rungs[0] == list("▁strawberries")
        pieces = page.locator(".pieces .plain-table .chip").all_inner_texts()
        assert pieces == [piece.replace("▁", "") for piece in rungs[-1]]
        page.get_by_role("radiogroup", name="Side").get_by_role("radio").last.click()
        chips.first.click()
        expect(page.locator(".path .here .face")).to_have_text("<s>")
        choose_depth(page, "Look")
        chips.nth(1).click()
        settle(page)
        told = re.findall("“(.+?)”", page.locator(".look-headline").inner_text())[1:]
        assert told == neighbours.all_inner_texts()[: len(told)]
