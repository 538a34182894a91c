"""Look, Understand, Prove in a real Chromium: how one goes from one to another."""

from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, eventually, expect, expect_address, expect_page, settle, type_sentence, visit

pytestmark = pytest.mark.browser

SENTENCE = quote("The dog eats bread.")


def depth_of(page: Any, name: str) -> Any:
    return page.get_by_role("radiogroup", name="Depth").get_by_role("radio", name=name)


def test_newcomers_look_first_and_go_deeper_without_the_server(server: str, browser: Any) -> None:
    with visit(browser, f"{server}/scores?sentence={SENTENCE}", ".inside .sheet-level", depth="new") as page:
        expect(depth_of(page, "Look")).to_be_checked()
        expect_address(page, depth="look")
        top = depth_of(page, "Look").bounding_box()
        canvases, drawn = (
            page.locator(".matrices canvas"),
            "(all) => all.filter((each) => each.width > 0 && each.offsetWidth > 0).length",
        )
        assert canvases.evaluate_all(drawn) == 0
        with asks_nothing(page):
            depth_of(page, "Understand").click()
            canvases.first.scroll_into_view_if_needed()  # what was hidden is drawn when it is shown
            eventually(page, lambda: canvases.evaluate_all(drawn) > 2)
            expect(page.locator(".stepper")).to_be_visible()
            expect(page.locator(".inside .sheet-level")).to_be_visible()  # it goes on where Look was
            expect(page.locator(".map")).to_be_hidden()
            expect_address(page, depth="understand")
            page.keyboard.press("ArrowRight")
            expect(depth_of(page, "Prove")).to_be_checked()
            expect(page.locator(".map")).to_be_visible()
            expect(page.locator(".mistakes")).to_be_visible()
            for name in ("Look", "Prove"):
                depth_of(page, name).click()
            settle(page)
            assert depth_of(page, "Look").bounding_box()["y"] == pytest.approx(top["y"], abs=1)
        page.locator(".st-key-walk_steps a").last.click()
        expect_page(page, "heads")
        expect_address(page, depth="prove")
        page.reload()
        expect(depth_of(page, "Prove")).to_be_checked()
        page.goto(f"{server}/scores?sentence={SENTENCE}")  # the browser remembers
        expect(depth_of(page, "Prove")).to_be_checked()
    # An address knows better, for the pages that follow as well.
    with visit(browser, f"{server}/scores?sentence={SENTENCE}&depth=look", ".inside .sheet-level", depth="") as page:
        type_sentence(page, "They went home.")
        expect_address(page, sentence="They went home.", depth="look")
        page.locator(".st-key-walk_steps a").last.click()
        expect_page(page, "heads")
        expect(depth_of(page, "Look")).to_be_checked()
        expect_address(page, depth="look")
