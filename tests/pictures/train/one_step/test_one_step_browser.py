"""One step in a real Chromium: learn, undo, and open the taught model; nobody else sees it."""

from typing import Any

import pytest
from visits import expect, visit

pytestmark = pytest.mark.browser


def test_a_pair_is_taught_by_keyboard_and_its_model_opens_on_every_page(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/one_step", ".backward .gradient", state="attached") as page:
        step, told = page.get_by_role("button", name="One step", exact=True), page.get_by_role("status").last
        step.focus()
        page.keyboard.press("Enter")
        expect(told).to_have_text("1 step taken")
        expect(step).to_be_focused()
        page.get_by_role("button", name="Take ten steps").click()
        expect(told).to_have_text("11 steps taken")
        expect(page.locator(".labelled b.bar-value")).to_contain_text("→")  # of the piece that was least likely
        page.get_by_role("button", name="Undo").click()
        expect(told).to_have_text("1 step taken")
        page.get_by_role("button", name="Use the taught model").click()
        expect(page.get_by_text("Every page now uses a model that was taught")).to_be_visible()
        expect(told).to_have_text("0 steps taken")
