"""Remove a head in a real Chromium: a head is pointed at, kept and found again, and nothing asks the server."""

from typing import Any

import pytest
from visits import asks_nothing, expect, expect_address, in_address, settle, visit

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def choose(page: Any, group: str, name: str) -> None:
    chosen = page.get_by_role("radiogroup", name=group).first.get_by_role("radio", name=name, exact=True)
    chosen.click()
    page.locator(f".choices [aria-checked=true]:text-is('{name}')").first.wait_for()


def test_heads_are_pointed_at_and_kept_and_found_again(browser: Any, server: str) -> None:
    with visit(browser, f"{server}/head_ablation?model=en-fr", ".head-map .head-cell", ".plotly-chart svg") as page:
        # What a visitor finds: one head is missed, and it is shown.
        assert page.get_by_label("An English sentence").input_value() == "My mother does not drink cold milk."
        reading = page.locator(".head-reading")
        told = page.locator(".told").first.inner_text()
        assert all(each in told for each in ("one of 48 heads", "only one", "“froid”"))
        assert reading.locator("h3").inner_text() == "Without head 2 of layer 1"
        assert [each.strip() for each in reading.locator("del").all_inner_texts()] == ["froid"]
        assert len([each for each in page.locator(".head-cell").all_inner_texts() if each.endswith("%")]) == 48
        with asks_nothing(page):
            pointed = page.locator("[data-place='encoder.4.3']")
            pointed.hover()
            reading.locator("h3", has_text="head 4 of layer 5").wait_for()
            page.mouse.move(5, 5)
            reading.locator("h3", has_text="head 2 of layer 1").wait_for()
            page.locator("[data-place='cross.1.2']").focus()
            page.keyboard.press("ArrowDown")
            reading.locator("h3", has_text="head 3 of layer 3").wait_for()
            page.keyboard.press("Enter")
            page.locator("[data-place='cross.2.2'][aria-pressed=true]").wait_for()
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowLeft")
            page.keyboard.press("ArrowLeft")  # on to the decoder's block
            reading.locator("h3", has_text="head 4 of layer 3").wait_for()
            expect(reading.locator("header .hint")).to_have_text("Decoder masked self-attention")

            choose(page, "Colour", "BLEU")
            choose(page, "Held-out set", "Multi30k")
            expect(page.locator(".pruned .told")).to_contain_text("Multi30k")
        # The sentence's translations under another change are asked for once.
        choose(page, "Change a head", "Keep only it")
        reading.locator("h3", has_text="Only head 3 of layer 3").wait_for()
        choose(page, "Change a head", "Set it to its mean")
        reading.locator("h3", has_text="head 3 of layer 3").wait_for()
        settle(page)
        page.keyboard.press("ArrowLeft")  # the keyboard is still where it was
        page.locator(".choices [aria-checked=true]:text-is('Set it to zero')").wait_for()
        page.keyboard.press("ArrowRight")
        kept = {"head": "cross.2.2", "measure": "bleu", "corpus": "Multi30k", "change": "mean_head"}
        expect_address(page, **kept)
        settle(page)
        assert in_address(page, "focus").startswith("cross.2.2.")  # other pages look at the same head
        page.reload()
        page.locator("[data-place='cross.2.2'][aria-pressed=true]").wait_for()
        expect_address(page, **kept)
        chosen = page.locator(".choices [aria-checked=true]")
        for at, name in enumerate(("Set it to its mean", "BLEU", "Multi30k")):
            expect(chosen.nth(at)).to_have_text(name)


def test_a_model_without_figures_shows_the_sentence_and_says_how_to_measure(browser: Any, server: str) -> None:
    address = f"{server}/head_ablation?sentence={SENTENCE}&measure=bleu&corpus=nonsense&head=cross.99.<b>&change=x"
    with visit(browser, address, ".head-map .head-cell") as page:
        assert "python -m transformer measure ablations" in page.locator(".not-measured").inner_text()
        expect(page.get_by_role("radiogroup", name="Colour")).to_have_count(0)
        assert page.locator("[aria-pressed=true]").count() == 1
        assert page.locator(".pruned").count() == 0
