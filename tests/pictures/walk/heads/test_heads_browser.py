"""The chapter on attention heads in a real Chromium: the overview, the roles, and what the heads write together."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pytest
from visits import (
    asks_nothing,
    choose_depth,
    eventually,
    expect,
    expect_address,
    expect_url,
    in_address,
    number,
    settle,
    unfold_mistakes,
    visit,
)

import transformer
from transformer import Trace
from viewer.widgets.tokens import chips

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
ASKED = f"sentence={quote(SENTENCE)}"
LOOKING = {1: "one head looks", 2: "two heads look", 3: "three heads look", 4: "all four heads look"}


@pytest.fixture(scope="module")
def trace(app_folder: Path) -> Trace:
    model = transformer.load(app_folder)
    return model.trace(SENTENCE, model.translate(SENTENCE).hypothesis)


def test_the_overview_shows_the_head_pointed_at_and_keeps_the_one_chosen(
    browser: Any, server: str, trace: Trace
) -> None:
    address = f"{server}/heads?{ASKED}"
    source = chips(trace.source_tokens)
    with visit(browser, address, ".inside .sheet-level", depth="look") as page:
        expect_url(page, r"focus=cross\.1\.\d\.\d")  # an untrained model's last layer counts as the one that aligns
        first = in_address(page, "focus")
        for width, anchor in ((390, "middle"), (1400, "end")):  # as when a tablet is turned
            page.set_viewport_size({"width": width, "height": 900})
            expect(page.locator(".inside [data-key=heads]")).to_have_attribute("text-anchor", anchor)
        choose_depth(page, "Understand")  # which keeps the word and the head
        expect_address(page, focus=first)
    with visit(browser, f"{address}&focus=cross.1.mean.1", ".walk .map") as page, asks_nothing(page):
        assert_own_are_counted(page, trace)
        choose_depth(page, "Look")
        expect(page.locator(".inside .token.head.here")).to_have_count(0)  # no head is the mean
        for layer, row in ((1, 1), (0, 0)):
            weights = trace[f"decoder.{layer}.cross_attention.weights"][:, row].argmax(-1).tolist()
            best = [source[at].text for at in weights]
            looking = LOOKING[max(best.count(each) for each in best)]
            expect(page.locator(".inside .look-headline")).to_contain_text(f", {looking} most at “")
            choose_depth(page, "Understand")
            page.get_by_role("radiogroup", name="Layer").first.get_by_role("radio", name="1").click()
            choose_depth(page, "Look")
            page.locator(".tokens .chip").first.click()
        expect_address(page, focus="cross.0.mean.0")
        choose_depth(page, "Prove")
        page.get_by_role("radiogroup", name="Layer").first.get_by_role("radio", name="2").click()
        page.locator(".tokens .chip").nth(1).click()
        expect_address(page, focus="cross.1.mean.1")
        thumbs, large = page.locator(".heads-grid .thumb"), page.locator(".heads-large")
        title, canvas = large.locator("figcaption b"), large.locator("canvas")
        settle(page)

        def shown() -> tuple[str, str]:
            return title.inner_text(), canvas.evaluate("(canvas) => canvas.toDataURL()")

        before = shown()
        assert before[0] == "Cross-attention, layer 2, mean of 4 heads"
        top = "(each) => each.getBoundingClientRect().top - document.querySelector('h1').getBoundingClientRect().top"
        below = page.locator(".roles").evaluate(top)
        thumbs.first.hover()
        expect(title).to_have_text("Encoder self-attention, layer 1, head 1")
        expect(canvas).to_have_attribute("data-columns", re.compile("^key: The"))
        eventually(page, lambda: shown()[1] != before[1])
        expect_address(page, focus="cross.1.mean.1")
        page.mouse.move(5, 5)
        eventually(page, shown, before)
        settle(page)
        assert page.locator(".roles").evaluate(top) == pytest.approx(below, abs=1)

        page.locator(".heads-grid .thumb[tabindex='0']").focus()
        for key, focus in (("Right", "cross.1.1.1"), ("Up", "cross.0.1.1")):
            page.keyboard.press(f"Arrow{key}")
            expect_address(page, focus=focus)
        expect(title).to_have_text("Cross-attention, layer 1, head 2")
        for _ in range(2):
            page.keyboard.press("ArrowLeft")
        expect_url(page, r"focus=decoder\.0\.3\.")
        thumbs.first.click()
        page.mouse.move(5, 5)
        expect_url(page, r"focus=encoder\.0\.0\.")
        expect(page.locator(".heads-grid .reading b")).to_have_text("Encoder self-attention, layer 1, head 1")
        expect(title).to_have_text("Encoder self-attention, layer 1, head 1")


def assert_own_are_counted(page: Any, trace: Trace) -> None:
    """How often a query looks most at its own token."""
    unfold_mistakes(page)
    for kind, row in zip(("encoder", "decoder"), page.locator(".mistakes .plain-table tbody tr").all(), strict=True):
        weights = np.stack([trace[f"{kind}.{layer}.self_attention.weights"].numpy() for layer in range(2)])
        own = (weights.argmax(-1) == np.arange(weights.shape[-1]))[..., int(kind == "decoder") :]
        assert row.locator("td").all_inner_texts()[:2] == [f"{own.sum()} of {own.size}", f"{100 * own.mean():.0f}%"]


def test_roles_and_shares_are_those_of_the_heads(browser: Any, server: str, trace: Trace) -> None:
    with visit(browser, f"{server}/heads?{ASKED}&focus=encoder.0.1.2", ".walk .map") as page, asks_nothing(page):
        table = page.locator(".roles table")
        assert table.locator("tbody tr").count() == 8
        assert table.locator("tr.chosen th").inner_text() == "Layer 1, head 2"
        table.get_by_role("button", name="Layer 2, head 4").click()
        expect_address(page, focus="encoder.1.3.2")
        # Drawn as soon as the browser says that it is near, which may be after the click that scrolled to it.
        table.locator("tr.chosen th", has_text="Layer 2, head 4").wait_for()
        settle(page)
        page.get_by_role("radio", name="Cross-attention", exact=True).click()
        page.locator(".roles .told").scroll_into_view_if_needed()
        table.locator("th", has_text="aligned word").wait_for()
        expect(table.locator("thead th")).to_have_text(
            ["head", "role", "aligned word", "first token", "end of sentence", "entropy", "error rate"]
        )

        joined = page.locator(".heads-joined")
        joined.scroll_into_view_if_needed()
        joined.locator(".sum math").wait_for()
        settle(page)
        dimension = int(re.findall(r"\d+", joined.locator(".sum .lead").first.inner_text())[0])
        output = trace["decoder.1.cross_attention.output"][2]
        written = joined.locator(".sum math").evaluate(
            "(math) => [...math.querySelectorAll('mn, mo')].map((it) => it.getAttribute('title') || it.textContent)"
        )
        total = number(written[-1])  # its terms: tests/pictures/walk/heads/test_heads_joined.py
        assert total == pytest.approx(float(output[dimension]), abs=2e-3)
        joined.get_by_role("button", name="head 1").click()
        expect_address(page, focus="cross.1.0.2")
