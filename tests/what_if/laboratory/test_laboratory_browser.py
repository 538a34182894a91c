"""The laboratory in a real browser: changes are added and taken back, by menu, by button and by hand."""

from typing import Any
from urllib.parse import parse_qs, urlparse

import pytest
from visits import settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "I love you very much."


def edit_of(page: Any) -> str:
    return parse_qs(urlparse(page.url).query)["edit"][0]


def test_changes_are_made_and_taken_back(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/laboratory?sentence={SENTENCE}", ".worlds", ".attention-worlds canvas") as page:
        chips = page.locator(".changes .change")
        assert "Nothing is changed" in page.locator(".changes").inner_text()
        page.get_by_role("button", name="Causal mask: off").click()
        chips.first.wait_for()
        page.get_by_label("Skip a layer").select_option(label="decoder layer 1")
        chips.nth(1).wait_for()
        assert edit_of(page) == "causal_off,skip:decoder.0"
        shown = page.get_by_label("Skip a layer").evaluate("(menu) => menu.selectedOptions[0].label")
        assert shown == "✓ decoder layer 1"
        assert page.get_by_text("never happened in training").is_hidden()  # think first
        page.get_by_text("What do you expect?").click()
        page.get_by_text("never happened in training").wait_for()
        assert page.locator(".world.before .said").inner_text()
        chips.first.click()
        chips.nth(1).wait_for(state="detached")
        assert edit_of(page) == "skip:decoder.0"

        mask = page.locator(".three-masks figure").nth(2).locator("canvas")
        mask.scroll_into_view_if_needed()
        mask.focus()
        mask.click(position={"x": mask.bounding_box()["width"] - 12, "y": mask.bounding_box()["height"] - 12})
        chips.nth(1).wait_for()
        assert edit_of(page).startswith("skip:decoder.0,close_cell:cross:")
        page.reload()
        chips.nth(1).wait_for()
        settle(page)
        page.get_by_label("The memory of another sentence").fill("It's cold, isn't it: (yes)!")
        page.get_by_role("button", name="use").click()
        page.locator(".change", has_text="memory of “It's cold, isn't it: (yes)!”").wait_for()
        page.get_by_role("button", name="Take all back").click()
        chips.first.wait_for(state="detached")
        assert edit_of(page) == "none"
