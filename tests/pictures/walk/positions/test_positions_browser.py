"""The chapter on positional encoding in a real Chromium."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, choose_depth, expect, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def read_filled(page: Any) -> str:
    return page.locator(".equation .filled").inner_text()


def value(reading: str) -> float:
    return float(reading.rpartition(": ")[2].replace("−", "-"))


def pixels(page: Any, selector: str) -> str:
    return page.locator(f"{selector} canvas").first.evaluate("(canvas) => canvas.toDataURL()")


def scroll_to(page: Any, selector: str) -> None:
    page.locator(selector).first.scroll_into_view_if_needed()
    settle(page)


def slide(page: Any, name: str, key: str, times: int = 1) -> None:
    page.locator(f".slide.{name} input").focus()
    for _ in range(times):
        page.keyboard.press(key)


def bars(page: Any, look: str) -> list[list[float]]:
    """What stands in each strip of this look, upwards."""
    drawn = page.locator(f".swap-one path.{look}").evaluate_all("(all) => all.map((each) => each.getAttribute('d'))")
    return [[-float(high) for high in re.findall(r"v(\S+?)(?=M|$)", each)] for each in drawn]


def test_what_is_added_order_and_likeness_are_those_of_the_positions(browser: Any, server: str) -> None:
    address = f"{server}/positions?sentence={quote(SENTENCE)}&focus=encoder.0.0.1"
    with visit(browser, address, ".walk .map .here") as page, asks_nothing(page):
        pairs = page.get_by_role("radiogroup", name="Change").get_by_role("radio")
        expect(pairs).to_have_count(3)
        pairs.nth(2).click()
        settle(page)
        expect(page.locator(".swap-look .stacked-table tbody tr")).to_have_count(2)  # our own pair, translated
        for dimension in (2, 3):
            slide(page, "dimension", "Home")
            slide(page, "dimension", "ArrowRight", dimension)
            page.locator(".tokens .chip").nth(dimension).click()
            settle(page)
            embedding, position, total = map(value, page.locator(".sum .reading").all_inner_texts())
            assert total == pytest.approx(embedding + position, abs=2e-5)
            wave = "cos" if dimension % 2 else "sin"
            assert f"PE({dimension},{dimension})={wave}" in re.sub(r"\s", "", read_filled(page))
            assert f"pos, dimension, d = {dimension}, {dimension}," in page.locator(".code code").inner_text()
        # Another base changes curves, table and similarity, but not the input.
        slide(page, "dimension", "End")
        settle(page)
        places = (".waves-and-table", ".similarity")
        before = {place: pixels(page, place) for place in places}
        added, equation = pixels(page, ".sum"), read_filled(page)
        curve = page.locator(".curve.first .wave").inner_text()
        expect(page.locator(".slide.base output")).to_have_text("this model’s own")
        slide(page, "base", "Home")
        expect(page.locator(".slide.base input")).to_have_attribute("aria-valuetext", "10, not this model’s")
        settle(page)
        assert page.locator(".curve.first .wave").inner_text() != curve
        for place in places:  # what is not on the screen is drawn when it comes into view
            scroll_to(page, place)
            assert pixels(page, place) != before[place]
        assert (pixels(page, ".sum"), read_filled(page)) == (added, equation)

        page.get_by_role("radiogroup", name="Side").get_by_role("radio").last.click()
        page.locator(".tokens .chip").nth(2).click()
        scroll_to(page, ".similarity")
        assert page.locator(".similarity .reading").inner_text().startswith("position 2 · position 2")

        assert page.locator(".swap-word .chip.moved").count() == page.locator(".swap-after .chip.moved").count() > 1
        choose_depth(page, "Look")
        orders = page.get_by_role("radiogroup", name="Change").get_by_role("radio")
        assert orders.count() == 3
        for order in range(3):
            orders.nth(order).click()
            settle(page)
            expect(page.locator(".swap-look .look-headline")).to_contain_text(re.compile("with(out)? positions", re.I))
            for at in (0, 1):
                word, place, total = (bars(page, look)[at] for look in ("word", "place", "input"))
                assert total == pytest.approx([one + other for one, other in zip(word, place, strict=True)], abs=1e-3)
            assert len({tuple(each) for each in bars(page, "word")}) == 1
            assert len({tuple(each) for each in bars(page, "input")}) == 2
