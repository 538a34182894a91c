"""The tour in a real Chromium: all stops, a reload on the way, and what was guessed."""

import re
from typing import Any

import pytest
from visits import expect, expect_address, settle, visit

pytestmark = pytest.mark.browser

STOPS = 7
SENTENCE = "A+man+is+riding+a+red+bicycle+down+the+street."


def guess(page: Any, words: str) -> None:
    page.locator(".guess-option:enabled", has_text=words).click()
    expect(page.locator(".guess-option:enabled")).to_have_count(0)
    expect(page.locator(".guess-verdict")).to_be_focused()


def go_on(page: Any, number: int) -> None:
    page.locator(".tour-foot button").last.click()
    expect(page.locator(".tour-card h3")).to_contain_text(f"{number}. " if number <= STOPS else "What you guessed")


def test_the_whole_tour(fresh: Any, server: str) -> None:
    with visit(fresh, f"{server}/start?model=en-fr&sentence={SENTENCE}", ".tour-card h3") as page:
        verdict, numbers = page.locator(".guess-verdict"), page.locator(".piece small")
        picture = page.locator(".touring")
        # Nothing of an answer is seen before the guess, nor is it read out.
        expect(numbers).to_have_count(0)
        expect(picture).to_have_attribute("inert", "")
        guess(page, "fireworks")
        expect(verdict).to_contain_text("fire + w + or + ks")
        expect(page.locator(".cut", has_text="fire")).to_have_text(re.compile(r"^fire\d+w\d+or\d+ks\d+$"))
        expect(picture).not_to_have_attribute("inert", "")
        go_on(page, 2)
        expect(page.locator(".touring .vector")).to_have_count(12)  # every piece and the sentence's end
        guess(page, "riding")
        expect(page.locator(".guess-option.right")).to_have_text("yellow")
        expect(page.locator(".guess-option.wrong")).to_have_text("riding")
        go_on(page, 3)

        # A reload, Back from another page, and the stops' buttons find the place and the guesses again.
        page.reload()
        expect(page.locator(".tour-card h3")).to_have_text("3. Order is added")
        expect_address(page, stop="3")
        page.goto(f"{server}/glossary")
        page.wait_for_selector("h1")
        page.go_back()
        expect(page.locator(".tour-card h3")).to_have_text("3. Order is added")
        page.get_by_role("button", name="2 of 8: Each piece fetches a vector, wrong").click()
        expect(verdict).to_contain_text("You chose “riding”.")
        go_on(page, 3)
        expect(page.locator(".touring .vector")).to_have_count(3)  # what the word is, where it is, and their sum
        guess(page, "the same as before")
        expect(page.locator(".compared dd")).to_have_count(2)
        go_on(page, 4)
        page.get_by_role("button", name="Just show me").click()
        expect(page.locator(".touring .ribbons.near")).to_have_count(1)  # what the word looks at in that layer
        expect(page.locator(".touring .token.output:not(.ahead)")).to_have_count(0)
        go_on(page, 5)
        guess(page, "red")
        expect(page.locator(".touring .token.output.here")).to_have_text("rouge")
        go_on(page, 6)
        guess(page, "fait")
        expect(page.locator(".touring .name.taken")).to_have_text("fait")
        go_on(page, 7)

        # A hidden word is gone from the translation and from what is looked at; another can be hidden, or none.
        guess(page, "rouge")
        expect(page.locator(".touring .token.source", has_text="✕ red")).to_have_count(1)
        expect(page.locator(".compared dd").last).to_have_text("Un homme fait du vélo dans la rue. ")
        expect(page.locator(".compared del")).to_have_text("rouge")
        hide = page.get_by_role("group", name="Hide a word")
        hide.get_by_role("button", name="street").click()
        expect(page.locator(".touring .token.source", has_text="✕ street")).to_have_count(1)
        expect(page.locator(".touring .token.source", has_text="✕ red")).to_have_count(0)
        expect(hide.get_by_role("button", name="street")).to_be_focused()
        go_on(page, 8)
        expect(page.locator(".touring .token.source", has_text="✕")).to_have_count(0)

        expect(page.locator(".tour-card h3")).to_contain_text("5 of 6")
        told = page.locator(".guessed li")
        expect(told).to_have_count(STOPS)
        expect(told.nth(1)).to_contain_text("“riding”")
        settle(page)
        page.get_by_role("button", name="Start over").click()
        expect(page.locator(".tour-card h3")).to_contain_text("1. ")
        expect(page.locator(".guess-option:enabled")).to_have_count(3)
