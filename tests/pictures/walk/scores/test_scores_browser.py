"""The chapter on scores and masks in a real Chromium: six steps there and back, both what-ifs, and what is clicked."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from visits import (
    asks_nothing,
    choose_depth,
    expect,
    expect_address,
    expect_model,
    number,
    settle,
    unfold_mistakes,
    visit,
)

import transformer
from transformer.analysis.measures.what_if import (
    column_weights_so_far,
    entropy,
    leak,
    multiplied_mask_weights,
    softmax_gradient,
    unscaled_weights,
)
from transformer.edits.scores import column_weights

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
LAYER, HEAD, TOKEN = 1, 2, 2
WALK = """[...document.querySelectorAll('*')].map((each) => each.shadowRoot?.querySelector('.walk:not(.tools, .typed)'))
    .find((each) => each)"""


@contextmanager
def page_at(browser: Any, server: str) -> Iterator[Any]:
    """The page with the decoder's self-attention in focus."""
    address = f"{server}/scores?sentence={quote(SENTENCE)}&focus=decoder.{LAYER}.{HEAD}.{TOKEN}"
    with visit(browser, address, ".walk .map .here", motion="reduce") as page:
        page.wait_for_function(f"() => {WALK}.querySelector('.what-if .headline').textContent")
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


def test_steps_what_ifs_and_look_have_the_numbers_of_the_head(browser, server, trace) -> None:
    place = f"decoder.{LAYER}.self_attention"
    raw, scores, masked = (trace[f"{place}.{name}"][HEAD] for name in ("raw_scores", "scores", "masked_scores"))
    allowed = masked.isfinite()
    leaks = 100 * leak(multiplied_mask_weights(scores, allowed), allowed)
    both = [masked.softmax(-1), unscaled_weights(raw, allowed)]
    with page_at(browser, server) as page, asks_nothing(page):
        first, second = (page.locator(".what-if .headline").nth(index).inner_text() for index in range(2))
        told = [number(each) for each in re.findall(r"\d[\d.e−]*", first)[:2]]
        assert told == pytest.approx([entropy(weights).mean().item() for weights in reversed(both)], rel=6e-3)
        assert number(second.split("%")[0]) == pytest.approx(leaks.mean().item(), rel=6e-3)
        assert page.locator(".what-if canvas:visible").count() == 2
        expect(page.locator(".batch td").first).to_have_text("0, exactly")

        times_zero, columns, divided = unfold_mistakes(page)
        told = [number(each) for each in times_zero.locator("td").all_inner_texts()]
        assert told[:4] == pytest.approx([leaks[TOKEN].item(), 0, leaks.mean().item(), 0], abs=0.06)
        assert told[5] == 0
        sums = column_weights(masked).sum(-1)
        said = [number(each) for each in re.findall(r"\d[\d.]*\d", columns.inner_text())]
        assert said[:3] == pytest.approx([sums.min().item(), sums.max().item(), sums[TOKEN].item()], rel=6e-3)
        ways = [column_weights_so_far(masked)[TOKEN], column_weights(masked)[TOKEN]]
        key = int((ways[0] - ways[1]).argmax())
        shares = [number(each) for each in re.findall(r"\d\.\d{3}", columns.locator("div").first.inner_text())[-2:]]
        assert shares == pytest.approx([each[key].item() for each in ways], abs=6e-4)
        cells = [number(each) for each in divided.locator("td").all_inner_texts()]
        spreads = [entropy(weights)[1:].mean().item() for weights in both]  # <s> has no choice
        gradients = [softmax_gradient(weights, allowed)[1:].mean().item() for weights in both]
        assert cells[:2] == pytest.approx(spreads, rel=6e-3)
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
            page.locator(".what-if").nth(1).scroll_into_view_if_needed()
            page.locator(".what-if").nth(1).get_by_text("no causal mask").wait_for()
            expect(page.locator(".what-if canvas:visible")).to_have_count(1)

        choose_depth(page, "Look")
        token, place = TOKEN + 1, f"decoder.{LAYER}.cross_attention"
        steps = [trace[f"{place}.{name}"][HEAD, token] for name in ("raw_scores", "scores", "weights")]
        best = int(steps[-1].argmax())
        for key in (best, int(not best)):
            page.locator(f'.inside [data-key="source:{key}"]').click()
            drawn = page.locator(".inside .number.on")
            expect(page.locator(".inside .token.source.here")).to_have_attribute("data-key", f"source:{key}")
            told = [number(each) for each in drawn.all_text_contents()[:2]]
            assert told == pytest.approx([step[key].item() for step in steps[:2]], rel=0.06)


def test_typing_draws_it_in_the_browser_and_enter_adds_what_the_server_knows(browser: Any, server: str) -> None:
    address = f"{server}/scores?sentence={quote(SENTENCE)}&focus=cross.1.2.1"
    with visit(browser, address, ".inside .sheet-level", depth="look", model=True) as page:
        expect_model(page)
        field, batch = page.locator(".st-key-sentence input"), page.locator(".batch")
        whole_model, keys = page.locator(".whole-model").first, page.locator(".inside .token.source")
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
        page.locator(".what-if").first.scroll_into_view_if_needed()
        expect(whole_model).to_contain_text("And the whole model")
        settle(page)
        assert page.locator(".stage").get_attribute("data-drawn") == "live"
        with asks_nothing(page):
            field.fill("The dog drinks water.")
            expect(keys.filter(has_text="dog")).to_be_visible()
            page.locator(".mask-grid").scroll_into_view_if_needed()
            expect(batch).to_be_hidden()
            expect(whole_model).to_be_empty()
        field.press("Enter")  # the server knows now that this browser has the model
        expect(whole_model).to_contain_text("And the whole model")
        expect(batch.locator("td").first).to_have_text("0, exactly")
