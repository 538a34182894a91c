"""Greedy and beam, and Alignment, in a real Chromium."""

import re
from typing import Any
from urllib.parse import quote

import pytest
from visits import (
    asks_nothing,
    choose_depth,
    eventually,
    expect,
    expect_address,
    expect_model,
    settle,
    sideways,
    type_sentence,
    visit,
)

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
LONG = "The cat drinks water and the dog eats bread, " * 5


def test_the_tree_tells_of_every_node_and_alpha_ranks_again_in_the_browser(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/search?sentence={quote(SENTENCE)}&beam=3", ".tree") as page:
        with asks_nothing(page):
            nodes = page.locator(".tree .nodes .node")
            assert nodes.count() > 6
            assert page.locator(".tree .nodes .node.pruned").count() > 0
            assert page.locator(".tree .nodes .node.winning").count() > 0
            before = page.locator(".tree .reading").inner_text()
            weights = page.locator(".node-box .figure").all_inner_texts()
            page.locator(".tree .nodes .node.pruned").first.click()  # of the first step: another query
            eventually(page, lambda: page.locator(".tree .reading").inner_text() != before)
            eventually(page, lambda: page.locator(".node-box .figure").all_inner_texts() != weights)
            page.locator(".scroller").focus()
            page.keyboard.press("ArrowLeft")
            expect(page.locator(".node.pinned")).to_have_count(1)
            settle(page)
            small = nodes.count()
        page.locator(".tree").evaluate("(tree) => { tree.known = true; }")
        slider = page.get_by_label("Length penalty alpha")
        slider.focus()
        settle(page)
        rows = page.locator(".finished-box tbody tr")

        def press(key: str) -> None:
            before = rows.first.text_content()
            page.keyboard.press(key)
            expect(rows.first).not_to_have_text(before)
            settle(page)  # the server writes the α that it was told into the address

        press("Home")
        cells = [row.locator("td").all_inner_texts() for row in rows.all()]
        scores = [float(cell[0].replace("−", "-")) for cell in cells]
        totals = [float(cell[1].replace("−", "-")) for cell in cells]
        assert scores == totals == sorted(totals, reverse=True)  # α = 0: plain log-probability
        slider.focus()
        press("End")  # how both count: tests/widgets/cases/formulas.test.js
        expect_address(page, alpha="2")  # the server hears of it for the other pages; nothing is redrawn
        settle(page)
        assert page.locator(".tree").evaluate("(tree) => tree.known")
        # Two choices faster than the server answers, however slow that is: its answer to the first takes nothing back.
        page.evaluate("() => { const now = performance.now(); performance.now = () => now; }")
        page.locator("label.alpha b").evaluate(
            "(words) => { window.read = []; new MutationObserver(() => window.read.push(words.textContent))"
            ".observe(words, { childList: true }); }"
        )
        for key in ("Home", "ArrowRight"):
            page.keyboard.press(key)
        expect_address(page, alpha="0.1")
        settle(page)
        assert page.evaluate("window.read") == ["0.0", "0.1"]
        page.set_viewport_size({"width": 800, "height": 900})
        page.goto(f"{server}/search?sentence={quote(LONG)}&beam=99")
        page.locator(".tree").wait_for()
        settle(page)
        assert nodes.count() > small
        assert sideways(page) == [0, 0]


def test_at_a_glance_two_roads_part_or_are_one(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/search?model=en-fr", ".two-roads", depth="look") as page:
        expect(page.locator(".tree")).to_be_hidden()
        expect(page.locator(".look-headline")).to_contain_text("“rit”")
        expect(page.locator(".road")).to_have_count(2)
        type_sentence(page, "The black dog sleeps in front of the door.")
        expect(page.locator(".road")).to_have_count(0)


def test_words_are_linked_saved_and_compared_with_a_known_alignment(browser: Any, server: str) -> None:
    address = f"{server}/alignment?sentence={quote('His brother will not eat anything.')}"
    with visit(browser, address, ".links") as page:
        with asks_nothing(page):
            before = page.locator(".heat canvas").get_attribute("aria-label")
            page.get_by_role("radiogroup", name="Head").get_by_role("radio", name="2", exact=True).click()
            expect(page.locator(".heat canvas")).to_have_attribute("data-rows", re.compile(r"^French \(query\): "))
            columns = "English (key): His brother will not eat anything ."
            expect(page.locator(".heat canvas")).to_have_attribute("data-columns", columns)
            settle(page)
            assert before is not None
            pairs = page.locator(".pharaoh").inner_text().replace("(no links)", "").split()
            expect(page.locator(".frame .wire")).to_have_count(len(pairs))
        page.get_by_role("button", name="Sentences with a known alignment").click()
        menu = page.locator('[data-testid="stPopoverBody"]')
        menu.get_by_text("Lucas never visits his cousin.").click()
        menu.wait_for(state="hidden")
        page.locator(".links .note", has_text="the error rate is").wait_for()
        expect(page.get_by_label("An English sentence")).to_have_value("Lucas never visits his cousin.")
        settle(page)
        assert page.locator(".frame .wire").count() > 0
        assert page.locator(".links .target .face").all_inner_texts()[0] == "Lucas"


def test_typing_searches_in_the_browser_and_enter_redraws_nothing(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/search?sentence={quote(SENTENCE)}&beam=3", ".tree", model=True) as page:
        expect_model(page)
        field, read = page.locator(".st-key-sentence input"), page.locator(".node-box .chips .face")
        with asks_nothing(page):
            for text in ("The cat drinks water.", "The cat", "The cat drinks bread."):
                field.fill(text)
                eventually(page, lambda: "".join(read.all_inner_texts()), f"{text}</s>".replace(" ", ""))
            expect(page.locator(".tree .nodes .node.winning").first).to_be_visible()
        page.locator(".tree").evaluate("(tree) => { tree.dataset.drawn = 'live'; }")
        field.press("Enter")
        expect_address(page, sentence="The cat drinks bread.")
        settle(page)
        assert page.locator(".tree").get_attribute("data-drawn") == "live"
        expect_model(page)

        choose_depth(page, "Look")
        with asks_nothing(page):
            field.fill("The dog drinks water.")
            expect(page.locator(".node-box")).to_have_count(0)  # drawn when it is seen
        field.press("Enter")
        expect_address(page, sentence="The dog drinks water.")
        choose_depth(page, "Prove")
        eventually(page, lambda: "".join(read.all_inner_texts()), "Thedogdrinkswater.</s>")
