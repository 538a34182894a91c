"""The chapter on the embedding in a real Chromium."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, eventually, expect, number, settle, visit

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

        cells = page.locator(".mistakes details[open] tbody tr").locator("visible=true")
        page.locator(".mistakes summary", has_text="A token is a word").click()
        expect(cells.last).to_contain_text("strawberries")
        page.locator(".mistakes summary", has_text="A token is a word").click()
        page.locator(".mistakes summary", has_text="from 0 to 1").click()
        cells.last.wait_for()
        settle(page)
        nearest = page.locator(".neighbour .value").first
        most, least = (number(line.split()[-1]) for line in cells.all_inner_texts())
        assert least < most == number(nearest.inner_text())
        page.locator(".tokens .chip").nth(2).click()
        eventually(page, lambda: number(cells.first.inner_text().split()[-1]) == number(nearest.inner_text()) != most)

        settle(page)
        chips = page.locator(".tokens .chip")
        for token in (0, 2, chips.count() - 1):
            chips.nth(token).click()
            settle(page)
            assert page.locator(".path .chip.here").all_inner_texts() == [chips.nth(token).inner_text()]
            own = page.locator(".path .id.here").inner_text()
            assert f"row {own} of" in page.locator(".path .fetch").get_attribute("aria-label")
            assert page.locator(".neighbour").count() == 10
        expect(page.locator(".pieces .verdict")).to_have_text(re.compile("^“</s>” isn’t text"))
        page.locator(".path .word", has_text="strawberries").click()
        expect(page.locator(".path .word.here")).to_have_text("strawberries")
        settle(page)
        rungs = [rung.locator(".cell").all_inner_texts() for rung in page.locator(".ladder li .row").all()]
        assert rungs[0] == list("▁strawberries")
        assert [len(rung) for rung in rungs] == [len(rungs[0]) - merges for merges in range(len(rungs))]
        assert page.locator(".ladder .cell.new").count() == len(rungs) - 1
        pieces = page.locator(".pieces .plain-table .chip").all_inner_texts()
        assert pieces == [piece.replace("▁", "") for piece in rungs[-1]]
        expect(page.locator(".pieces .verdict").first).to_contain_text(f"cut into {len(pieces)}")
        page.get_by_role("radiogroup", name="Side").get_by_role("radio").last.click()
        chips.first.click()
        expect(page.locator(".path .chip.here")).to_have_text("<s>")
