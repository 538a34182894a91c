"""The chapter "Decoder and output" in a real Chromium."""

from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, choose_depth, eventually, expect, expect_address, settle, unfold_mistakes, visit

import transformer

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def test_everything_follows_the_focus_the_temperature_and_the_numbers_of_the_decoder(
    browser: Any, server: str, app_folder: Path
) -> None:
    model = transformer.load(app_folder)
    translation = model.translate(SENTENCE)
    own_logits = model.trace(SENTENCE, translation.hypothesis)["logits"]
    # A focus on the encoder becomes one on the decoder.
    address = f"{server}/output?sentence={quote(SENTENCE)}&focus=encoder.0.0.4"
    with visit(browser, address, ".walk .map", size=(800, 900)) as page, asks_nothing(page):
        assert page.locator(".tokens.decoder .chip").count() > 1
        expect(page.locator(".shift .position[aria-checked=true]")).to_have_count(1)
        page.locator(".tokens.decoder .chip").nth(1).click()
        expect_address(page, focus="decoder.0.0.1")
        expect(page.locator(".shift .position[aria-checked=true]")).to_have_attribute("data-position", "1")
        lit = page.locator(".map .here").evaluate_all("(all) => all.map((each) => each.dataset.slug)")
        assert set(lit) == {"output"}
        page.set_viewport_size({"width": 1400, "height": 900})
        settle(page)
        rows = page.locator(".candidate[role=radio]:visible")
        filled = page.locator(".equation .filled")
        first = filled.inner_text()
        fourth, fifth = (rows.nth(place).locator(".face").inner_text() for place in (3, 4))
        rows.nth(3).hover()
        eventually(page, lambda: first != filled.inner_text() and fourth in filled.inner_text())
        settle(page)
        pointed = filled.inner_text()
        page.mouse.move(5, 5)
        eventually(page, filled.inner_text, first)
        rows.nth(3).click()
        page.mouse.move(5, 5)
        eventually(page, filled.inner_text, pointed)
        page.keyboard.press("ArrowDown")
        expect(rows.nth(4)).to_have_attribute("aria-checked", "true")
        eventually(page, lambda: fifth in filled.inner_text())
        settle(page)

        share = page.locator(".candidate[role=radio]:visible .number:nth-child(4)").first
        at_one = share.get_attribute("title")
        page.locator(".temper input").fill("3")
        expect(share).not_to_have_attribute("title", at_one)
        expect(page.locator(".code code")).to_contain_text("logits / 3.00")
        page.locator(".temper .copy").click()
        expect(share).to_have_attribute("title", at_one)

        settle(page)
        columns = page.locator(".shift .position")
        goes, told, says = (columns.locator(f".{row} .face").all_inner_texts() for row in ("goes", "told", "says"))
        assert (goes[0], told[-1]) == ("<s>", "</s>")
        assert goes[1:] == told[:-1]
        told_tokens = told
        marked = columns.evaluate_all("(all) => all.map((each) => each.classList.contains('differs'))")
        assert all(is_marked or said == expected for is_marked, said, expected in zip(marked, says, told, strict=True))

        parallel, greedy = unfold_mistakes(page)
        length = len(goes)
        runs = [row.locator("td").all_inner_texts() for row in parallel.locator("tbody tr").all()]
        assert runs == [["1", str(length)], [str(length), "1"]]
        assert "For your sentence" in greedy.inner_text()

        page.get_by_role("radio", name="one layer").click()
        expect(page.locator(".code code")).to_contain_text("decoder_streams(model.model)[-1]")

        page.get_by_role("slider", name="Temperature").fill("0.5")
        choose_depth(page, "Look")  # as trained
        for position in (1, 2):
            page.locator(".tokens.decoder .chip").nth(position).click()
            share = own_logits[position].softmax(dim=-1)
            written = translation.hypothesis.tokens[position]
            expected = f"{100 * share[written]:.1f}%" if share[written] < 0.1 else f"{100 * share[written]:.0f}%"
            expect(page.locator(".candidate.chosen:visible .share")).to_have_text(expected)
            told = f"the model gives “{told_tokens[position]}” a chance of {expected}."
            expect(page.locator(".stage .look-headline")).to_contain_text(told)
            settle(page)
            shown = page.locator(".candidates .candidate:visible .track i").evaluate_all(
                "(all) => all.map((each) => parseFloat(each.style.width))"
            )
            assert sum(shown) == pytest.approx(100, abs=0.1)
            page.locator(".candidate.chosen:visible").click()
            expect(page.locator(".stage .look-words")).to_contain_text(f"{own_logits[position, written]:.3g}")
            expect(page.locator(".factors .vector")).to_have_count(3)
            assert shown[:4] == pytest.approx((100 * share.topk(4).values).tolist(), abs=0.02)
            expect(page.locator(".output-verdict")).to_contain_text(f"“{told_tokens[position]}”")
        expect_address(page, focus="decoder.0.0.2", tau="0.5")
