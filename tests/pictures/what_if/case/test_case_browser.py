"""The cases in a browser that has the model itself."""

from typing import Any

import pytest
from visits import eventually, expect, expect_model, visit

pytestmark = pytest.mark.browser


def test_every_case_opens_in_place(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/heads?model=en-fr", model=True) as page:
        expect_model(page)
        page.get_by_role("link", name="A case: why").click()
        chips = page.get_by_role("radiogroup", name="Cases").get_by_role("radio")
        expect(chips).to_have_count(5)
        for at in (1, 2, 3, 4, 0):
            chips.nth(at).click()
            expect(chips.nth(at)).to_be_checked()
            expect(page.locator(".case-said")).not_to_be_empty()
            expect(page.locator(".case-svg .door").first).to_be_attached()
        # The words that tell the guess's outcome change the picture's place: it still moves to its end.
        page.locator(".case-doing button").first.click()
        share, name = (page.locator(f".case-svg [data-key='{key}']") for key in ("share:0", "name:0"))
        expect(share).to_be_attached()
        eventually(page, lambda: share.get_attribute("x") == name.get_attribute("x"))
