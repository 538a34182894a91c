"""Two at a time in a real browser: pinned, seen beside the page's own on other pages, exchanged, and unpinned."""

from typing import Any

import pytest
from visits import (
    asks_nothing,
    eventually,
    expect,
    expect_address,
    expect_page,
    in_address,
    settle,
    sideways,
    type_sentence,
    visit,
)

from viewer.app.pinned.shown import parse_shown

pytestmark = pytest.mark.browser

FIRST, SECOND = "I love you very much.", "My sister does not like cold coffee."


def expect_pinned(page: Any, sentence: str) -> None:
    eventually(page, lambda: getattr(parse_shown(in_address(page, "pin") or ""), "sentence", None), sentence)


def wait_for_sources(page: Any, *wanted: str) -> None:
    for place, source in enumerate(wanted):
        page.locator(".beside .state").nth(place).get_by_text(source, exact=True).wait_for()
    settle(page)


def test_a_state_is_pinned_seen_on_other_pages_exchanged_and_unpinned(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/scores?sentence={FIRST}&focus=cross.1.1.2", ".walk .map") as page:
        page.get_by_role("button", name="Pin this").click()
        page.locator(".beside canvas").nth(1).wait_for()
        expect_pinned(page, FIRST)
        expect(page.locator(".beside summary")).to_have_text("Cross-attention, layer 2, head 2")  # the page's focus
        settle(page)
        type_sentence(page, SECOND)
        wait_for_sources(page, FIRST, SECOND)

        with asks_nothing(page):
            page.locator(".beside canvas").first.hover()
            page.locator(".beside").get_by_role("radio", name="Encoder self-attention").click()
            expect(page.locator(".beside summary")).to_have_text("Encoder self-attention, layer 2, head 2")

        page.reload()
        wait_for_sources(page, FIRST, SECOND)
        page.get_by_role("link", name="Attention heads").last.click()
        expect_page(page, "heads")
        wait_for_sources(page, FIRST, SECOND)
        expect_pinned(page, FIRST)
        page.get_by_role("button", name="Swap").click()
        wait_for_sources(page, SECOND, FIRST)
        assert page.get_by_label("An English sentence").input_value() == FIRST
        page.get_by_label("Pinned model").select_option(label="English to French (app-model) before training")
        page.locator(".state.pinned", has_text="before training").wait_for()
        page.get_by_label("on the page’s sentence").click()
        wait_for_sources(page, FIRST, FIRST)
        assert page.get_by_role("button", name="Swap").is_disabled()
        page.go_back()
        expect_page(page, "scores")
        wait_for_sources(page, FIRST, SECOND)  # as that page was left

        page.set_viewport_size({"width": 390, "height": 800})
        settle(page)
        assert sideways(page) == [0, 0]
        page.get_by_role("button", name="Unpin").click()
        page.locator(".beside").wait_for(state="detached")
        expect_address(page, pin=None)
        page.get_by_role("button", name="Pin this").wait_for()
