"""The chapter on scores and masks in a real Chromium: six steps there and back, and what is clicked."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
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
    expect_page,
    number,
    settle,
    unfold_mistakes,
    visit,
)

import transformer
from transformer.analysis.measures.what_if import (
    entropy,
    leak,
    multiplied_mask_weights,
    softmax_gradient,
    unscaled_weights,
)

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
LAYER, HEAD, TOKEN = 1, 2, 2


@contextmanager
def page_at(browser: Any, server: str) -> Iterator[Any]:
    """The page with the decoder's self-attention in focus."""
    address = f"{server}/scores?sentence={quote(SENTENCE)}&focus=decoder.{LAYER}.{HEAD}.{TOKEN}"
    with visit(browser, address, ".walk .map .here", motion="reduce") as page:
        yield page


def step_named(page: Any, number: str) -> Any:
    return page.get_by_role("radiogroup", name="Step").get_by_role("radio").nth(int(number) - 1)


def chosen_key(page: Any) -> int:
    return int(page.locator(".inside .token.here:not([data-key^=query])").last.get_attribute("data-key").split(":")[1])


def full_numbers(page: Any) -> list[float]:
    """Every number of the filled equation with all its digits."""
    titles = page.locator(".equation .filled mn[title]").evaluate_all(
        "(all) => all.map((each) => each.getAttribute('title'))"
    )
    return [number(title) for title in titles]


@pytest.fixture(scope="module")
def trace(app_folder: Path) -> transformer.Trace:
    return transformer.load(app_folder).trace(SENTENCE)


def test_steps_misreadings_and_look_have_the_numbers_of_the_head(browser, server, trace) -> None:
    place = f"decoder.{LAYER}.self_attention"
    raw, scores, masked = (trace[f"{place}.{name}"][HEAD] for name in ("raw_scores", "scores", "masked_scores"))
    allowed = masked.isfinite()
    leaks = 100 * leak(multiplied_mask_weights(scores, allowed), allowed)
    both = [masked.softmax(-1), unscaled_weights(raw, allowed)]
    with page_at(browser, server) as page, asks_nothing(page):
        page.locator(".mask-grid").scroll_into_view_if_needed()
        expect(page.locator(".batch td").first).to_have_text("0, exactly")

        times_zero, _, divided = unfold_mistakes(page)
        told = [number(each) for each in times_zero.locator("td").all_inner_texts()]
        assert told[:4] == pytest.approx([leaks[TOKEN].item(), 0, leaks.mean().item(), 0], abs=0.06)
        assert told[5] == 0
        gradients = [softmax_gradient(weights, allowed)[1:].mean().item() for weights in both]  # <s> has no choice
        cells = [number(each) for each in divided.locator("td").all_inner_texts()]
        assert cells[:2] == pytest.approx([entropy(weights)[1:].mean().item() for weights in both], rel=6e-3)
        assert cells[4:6] == pytest.approx(gradients, rel=6e-3)

        key = chosen_key(page)
        ends = []
        for expected in "123456":
            step_named(page, expected).click()
            settle(page)
            ends.append(full_numbers(page)[-1])
            if expected == "3":
                expect(page.locator(".step-story")).to_contain_text("−∞")
        stages = [
            trace[f"{place}.{name}"][HEAD, TOKEN] for name in ("raw_scores", "scores", "masked_scores", "weights")
        ]
        assert ends[:4] == pytest.approx([stage[key].item() for stage in stages], rel=1e-4)
        assert ends[5] == pytest.approx(trace[f"{place}.context"][HEAD, TOKEN, 0].item(), rel=1e-4)
        expect(page.locator(".code code")).to_contain_text("weights[2] @ trace")
        page.keyboard.press("ArrowLeft")
        expect(step_named(page, "5")).to_be_checked()
        expect_address(page, step="5")
        step_named(page, "4").click()
        page.locator(f'.inside [data-key="target:{TOKEN + 1}"]').click()  # the future
        settle(page)
        assert full_numbers(page)[-1] == 0
        page.locator(".equation .filled mn").last.dispatch_event("pointerover")
        assert number(page.locator(".equation").get_attribute("title")) == 0
        assert chosen_key(page) == TOKEN + 1
        page.locator(".matrices canvas").nth(3).focus()
        settle(page)  # the matrices are drawn when they come near
        for pressed in ("ArrowDown", "ArrowRight", "Enter"):
            page.keyboard.press(pressed)
        expect_address(page, focus=f"decoder.{LAYER}.{HEAD}.{TOKEN + 1}")

        step_named(page, "3").click()
        for name in ("Encoder self-attention", "Cross-attention"):
            page.get_by_role("radio", name=name).click()
            expect(page.locator(".step-story")).to_contain_text("Nothing is hidden")

        choose_depth(page, "Look")
        token, place = TOKEN + 1, f"decoder.{LAYER}.cross_attention"
        scores, weights = (trace[f"{place}.{name}"][HEAD, token] for name in ("scores", "weights"))
        best = int(weights.argmax())
        for key in (best, int(not best)):
            page.locator(f'.inside [data-key="source:{key}"]').click()
            drawn = page.locator(".inside .number.on")
            expect(page.locator(".inside .token.source.here")).to_have_attribute("data-key", f"source:{key}")
            score, seen, _ = drawn.all_text_contents()
            assert (number(score), seen) == (pytest.approx(scores[key].item(), rel=0.06), "seen")


def test_typing_draws_it_in_the_browser_and_enter_adds_what_the_server_knows(browser: Any, server: str) -> None:
    address = f"{server}/scores?sentence={quote(SENTENCE)}&focus=cross.1.2.1"
    with visit(browser, address, ".inside .sheet-level", depth="look", model=True) as page:
        expect_model(page)
        field, batch = page.locator(".st-key-sentence input"), page.locator(".batch")
        keys = page.locator(".inside .token.source")
        with asks_nothing(page):
            field.fill("The cat drinks bread.")
            expect(page.locator(".inside .token.source", has_text="cat")).to_be_visible()
        page.locator(".stage").evaluate("(stage) => { stage.dataset.drawn = 'live'; }")
        field.press("Enter")
        expect_address(page, sentence="The cat drinks bread.")
        choose_depth(page, "Prove")
        expect(keys.filter(has_text="cat")).to_be_visible()
        page.locator(".mask-grid").scroll_into_view_if_needed()
        expect(batch.locator("td").first).to_have_text("0, exactly")
        settle(page)
        assert page.locator(".stage").get_attribute("data-drawn") == "live"
        with asks_nothing(page):
            field.fill("The dog drinks water.")
            expect(keys.filter(has_text="dog")).to_be_visible()
            page.locator(".mask-grid").scroll_into_view_if_needed()
            expect(batch).to_be_hidden()
        field.press("Enter")  # the server knows now that this browser has the model
        expect(batch.locator("td").first).to_have_text("0, exactly")
        page.locator(".st-key-walk_steps a").last.click()  # to the heads, which follow as well
        expect_page(page, "heads")
        settle(page)
        with asks_nothing(page):
            field.fill("The cat drinks")
            written = page.locator(".heads-large canvas")
            eventually(page, lambda: written.get_attribute("data-columns").replace(" ", ""), "key:Thecatdrinks</s>")
