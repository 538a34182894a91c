"""Patching in a real browser: pointing asks nothing, a click reads a cell's translation, and the address keeps it."""

from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, choose_depth, eventually, expect, expect_address, in_address, settle, visit

import transformer

pytestmark = pytest.mark.browser

A, B = "The cat drinks water.", "The dog drinks water."  # which the tiny model translates differently
PAIR = f"sentence={quote(A)}&other={quote(B)}"


def read_patched_words(page: Any) -> str:
    return " ".join(page.locator(".run .patched-words span").all_inner_texts())


def wait_for_server(page: Any) -> None:
    """The patched translation of the chosen cell is there."""
    page.locator(".patched .translation:not(.waiting)").wait_for()
    settle(page)


def test_a_cell_is_pointed_at_and_read_and_stands_in_the_address(browser, server, app_folder, tmp_path) -> None:
    model = transformer.load(app_folder)
    table = model.patch(A, B).set_index(["place", "position"])
    with visit(browser, f"{server}/patching?{PAIR}", ".runs", ".patch-maps canvas") as page:
        canvas = page.locator(".patch-maps canvas").first
        with asks_nothing(page):
            canvas.focus()
            for key in (*["ArrowUp"] * 3, *["ArrowLeft"] * 9, "ArrowRight"):
                page.keyboard.press(key)
            reading = page.locator(".aside .reading", has_text="The encoder’s input, at “cat” (“dog” in the second)")
            reading.wait_for()
            share = table.loc[("encoder.input", 1), "moved"]
            expect(reading).to_contain_text(f"{share:.3f}".replace("-", "−"))
        page.keyboard.press("Enter")
        expect_address(page, cell="encoder.input.1")
        wait_for_server(page)
        page.locator(".run.patched .note", has_text="“dog” at the encoder’s input").wait_for()
        edit = f"patch:encoder.input:1:{quote(B)}"
        said = model.translate(A, beam=1, edit=edit).text
        assert read_patched_words(page).replace(" ", "") == said.replace(" ", "")
        assert canvas.evaluate("(canvas) => canvas.getRootNode().activeElement === canvas")  # drawn on, not anew
        assert page.locator(".of-a:not(.patched) .chip.differs").all_inner_texts() == ["cat"]
        assert page.locator(".of-b .chip.differs").all_inner_texts() == ["dog"]

        page.get_by_text("Does it hold for other sentences?").click()
        page.get_by_label("Two sentences").fill(f"{A} | {B}\n{A} | {A}\n{A}")
        page.get_by_role("button", name="Measure these").click()
        rows = page.locator(".finding tbody tr")
        expect(rows).to_have_count(4)
        expect(rows.nth(0)).to_contain_text(said)
        expect(rows.nth(1)).to_contain_text("no")  # a vector of its own changes nothing
        expect(rows.nth(2)).to_contain_text("Put a second sentence")
        expect(rows.nth(3)).to_contain_text("1 of 2")

        page.reload()
        page.wait_for_selector(".runs")
        wait_for_server(page)
        page.locator(".run.patched .note", has_text="“dog” at the encoder’s input").wait_for()
        assert page.get_by_label("The second sentence").input_value() == B

        page.get_by_label("The second sentence").fill("The dog.")  # of fewer tokens: there is no picture
        page.keyboard.press("Enter")
        expect(page.locator(".runs")).to_have_count(0)
        page.get_by_text("Does it hold for other sentences?").click()
        expect(page.locator(".finding p")).to_have_count(1)  # which says so


def test_another_map_and_other_sentences_are_other_pictures(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/patching?{PAIR}&cell=encoder.0.1", ".runs", ".patch-maps canvas") as page:
        choose_depth(page, "Look")
        expect(page.locator(".aside").first).to_be_hidden()
        expect(page.locator(".lists [aria-pressed=true]")).to_contain_text("dog")
        page.locator(".lists button").first.click()  # of the same layer
        expect_address(page, cell="encoder.0.0")
        choose_depth(page, "Prove")
        page.get_by_text("Heads", exact=True).click()
        page.locator(".patch-maps figcaption", has_text="Cross-attention").wait_for()
        settle(page)
        assert in_address(page, "map") == "Heads"
        assert page.locator(".patch-maps canvas").count() == 3
        page.locator(".patch-maps canvas").last.click(position={"x": 110, "y": 60})
        eventually(page, lambda: str(in_address(page, "cell")).startswith("cross."))
        wait_for_server(page)
        page.get_by_role("button", name="Swap the two").click()
        page.locator(".run.of-b .chip.differs", has_text="cat").wait_for()
        settle(page)
        expect_address(page, cell=None, other=A)  # the cell was chosen in the other pair
        page.get_by_role("button", name="Pairs").click()
        page.locator('[data-testid="stPopoverBody"]').get_by_text("Two adjectives").click()
        page.locator('[data-testid="stPopoverBody"]').get_by_role("button", name="new → red car").click()
        expect_address(page, other="She has a red car.")
        page.locator(".run.of-b .chips", has_text="She").first.wait_for()
        expect(page.get_by_label("An English sentence")).to_have_value("She has a new car.")
