"""Why this word, in a real Chromium."""

from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, quote, urlparse

import pytest
from visits import asks_nothing, choose_depth, expect, expect_address, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def address_of(page: Any) -> dict[str, list[str]]:
    return parse_qs(urlparse(page.evaluate("location.href")).query)


def test_a_question_is_answered_looked_at_and_kept(browser: Any, server: str, tmp_path: Path) -> None:
    address = f"{server}/why?sentence={quote(SENTENCE)}&asked=0"
    with visit(browser, address, ".attributions", ".sums", ".charts") as page:
        choose_depth(page, "Look")
        expect(page.locator(".hidden-words .left").filter(visible=True)).to_have_count(6)
        said = page.get_by_role("toolbar").first.get_by_role("button")
        said.nth(1).click()
        expect_address(page, asked="1")
        expect(page.locator(".look-headline")).to_contain_text(said.nth(1).inner_text().split("\n")[0])
        choose_depth(page, "Prove")
        before = page.locator(".headline").inner_text()
        said.nth(2).click()
        page.locator(".headline").filter(has_not_text=before).wait_for()
        settle(page)
        assert address_of(page)["asked"] == ["2"]
        page.get_by_role("toolbar").nth(1).get_by_role("button").nth(1).click()
        page.locator(".headline", has_text="How much did each token add to this lead?").wait_for()
        settle(page)
        assert address_of(page)["rival"]
        with asks_nothing(page):
            page.get_by_role("button", name="Leave one out").click()
            page.locator("td.chosen").first.wait_for()
            settle(page)
            shares = [float(each.replace("−", "-")) for each in page.locator("td.chosen .share").all_inner_texts()]
            assert shares == sorted(shares, reverse=True)
        kept = address_of(page)
        assert kept["by"] == ["leave_one_out"]
        page.reload()
        page.locator("td.chosen").first.wait_for()
        settle(page)
        assert address_of(page) == kept
