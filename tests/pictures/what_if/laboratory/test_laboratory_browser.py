"""The laboratory in a real browser: changes are added and taken back, by menu."""

from typing import Any

import pytest
from visits import expect, expect_address, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "I love you very much."


def test_changes_are_made_and_taken_back(browser: Any, server: str) -> None:
    with visit(
        browser, f"{server}/laboratory?sentence={SENTENCE}&edit=none", ".worlds", ".attention-worlds canvas"
    ) as page:
        chips = page.locator(".changes .change")
        assert "Nothing is changed" in page.locator(".changes").inner_text()
        mask_menu = page.get_by_label("Causal mask")
        expect(mask_menu.locator("option:checked")).to_have_text("unchanged")
        mask_menu.select_option(label="off")
        chips.first.wait_for()
        expect(mask_menu.locator("option:checked")).to_have_text("✓ off")
        page.get_by_label("Skip a layer").select_option(label="decoder layer 1")
        chips.nth(1).wait_for()
        expect_address(page, edit="causal_off,skip:decoder.0")
        expect(page.locator(".broken rect.out")).to_have_count(1)
        expect(page.get_by_label("Skip a layer").locator("option:checked")).to_have_text("✓ decoder layer 1")
        expected = page.locator(".expectations p", has_text="never happened in training")
        expect(expected).to_be_hidden()  # think first
        page.get_by_text("What do you expect?").click()
        expected.wait_for()
        expect(page.locator(".world.before .translation")).not_to_be_empty()
        chips.first.click()
        chips.nth(1).wait_for(state="detached")
        expect_address(page, edit="skip:decoder.0")

        page.get_by_label("Skip a layer").select_option(label="decoder layer 2")
        chips.nth(1).wait_for()
        page.reload()
        chips.nth(1).wait_for()
        settle(page)
        page.get_by_role("button", name="Take all back").click()
        chips.first.wait_for(state="detached")
        expect_address(page, edit="none")


def test_at_look_one_change_is_chosen_at_a_time(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/laboratory?model=en-fr", ".first-changes", depth="look") as page:
        headline = page.locator(".first-changes .look-headline")
        expect(headline).to_have_text("Turn off positions, and both sentences become “L'homme mord le chien.”")
        page.get_by_role("radio", name="Hide “dog”").click()
        expect_address(page, edit="close:1")
        expect(page.locator(".broken text.out")).to_have_text("dog")
        page.keyboard.press("ArrowRight")  # the keyboard is still where it was
        expect(headline).to_have_text("Look only at “dog”, and the translation changes.")
        page.get_by_role("radio", name="Take out layer 1 of the decoder").click()
        expect(page.locator(".world.after h3").first).to_contain_text("decoder layer 1")
        expect(page.locator(".world.before .most")).to_have_count(6)  # one for each word of the original translation
        expect(page.locator(".offers")).to_be_hidden()
