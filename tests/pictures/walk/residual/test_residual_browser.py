"""The chapter on the residual stream in a real Chromium, on models with the norm last and first."""

import re
from contextlib import AbstractContextManager
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import torch
from visits import asks_nothing, choose_depth, expect, expect_url, number, settle, visit

import transformer
from transformer.analysis.measures.stream import stream

pytestmark = pytest.mark.browser

SENTENCE = "The+dog+eats+bread."
# A filled equation as a formula that can be computed, with the full values that its numbers have in their titles.
FORMULA = """(math) => {
    const signs = {'−': '-', '·': '*', '∞': 'Infinity'};
    const written = (each) => {
        const inside = () => [...each.children].map(written).join(' ');
        if (each.tagName === 'mn') return `(${each.getAttribute('title').replaceAll('−', '-')})`;
        if (each.tagName === 'mo') return signs[each.textContent] ?? each.textContent;
        if (each.tagName === 'mfrac') return `(${written(each.children[0])}) / (${written(each.children[1])})`;
        if (each.tagName === 'msqrt') return `Math.sqrt(${inside()})`;
        if (each.tagName === 'mtext') return each.textContent === 'max' ? 'Math.max' : '';
        return ['mrow', 'math'].includes(each.tagName) ? inside() : '';
    };
    return written(math);
}"""


def page_at(browser: Any, address: str) -> AbstractContextManager[Any]:
    return visit(browser, address, ".walk .map", ".tenneurons tr, .tenhint")


def expect_chosen(page: Any, **names: str) -> None:
    for group, name in names.items():
        chosen = page.get_by_role("radiogroup", name=group, exact=True).locator("[aria-checked=true]")
        expect(chosen).to_have_text(name)


def choose(page: Any, group: str, name: str) -> None:
    page.get_by_role("radiogroup", name=group, exact=True).get_by_role("radio", name=name, exact=True).click()


def expect_map(page: Any, norm: str) -> None:
    """The map of a model whose norms come first or last."""
    sublayers = page.locator(".map .sublayer").evaluate_all(
        "all => all.map((each) => [...each.children].map((child) => child.textContent || child.className))"
    )
    first, last = ("norm", "+") if norm == "pre" else ("", "norm")
    assert len(sublayers) == 5
    assert [each[0] for each in sublayers if first] == [first] * (5 if first else 0)
    assert [each[2] for each in sublayers] == [last] * 5
    assert page.locator(".map .stack + .norm").count() == (2 if norm == "pre" else 0)


def read_both_sides(page: Any, *lines: int) -> tuple[float, float]:
    """Both sides of a filled equation that may go over several lines: what its formula gives, and what stands there."""
    equations = page.locator(".equation .filled math")
    whole = " ".join(equations.nth(line).evaluate(FORMULA) for line in lines)
    _, formula, result = whole.split("=")
    return page.evaluate(f"({formula})"), page.evaluate(f"({result})")


def assert_flows_in_as_wide_as_it_is_long(page: Any, norm: str, vectors: torch.Tensor) -> None:
    """What each sublayer adds to a token's stream, at Look."""
    added = r".+ of layer (\d) adds a vector of length (\S+) to “.+”, which goes from (\S+) to (\S+)\."
    told = [re.fullmatch(added, each).groups() for each in page.locator(".inflow title").all_text_contents()]
    lengths = [[float(value) for value in each[1:]] for each in told]
    for (_, _, after), (_, before, _) in pairwise(lengths):
        assert after == before
    if norm == "post":
        expected = (vectors[1:] - vectors[:-1]).norm(dim=-1).tolist()
        assert [each[0] for each in lengths] == pytest.approx(expected, rel=6e-3)
    scales = []
    for (long, *_), drawn in zip(lengths, page.locator(".inflow").all(), strict=True):
        outline = [float(value) for value in re.findall(r"[-\d.]+", drawn.get_attribute("d"))]
        corner = re.findall(r"(?:Q|h)([\d.]+)", drawn.get_attribute("d"))[-1]
        scales.append((float(corner) - (norm == "pre") * outline[0]) / long)
        for top, bottom in re.findall(r"Q\S+ ([\d.]+) \S+ [\d.]+H[\d.]+V([\d.]+)", drawn.get_attribute("d")):  # pre
            scales.append((float(bottom) - float(top)) / long)
    assert scales == pytest.approx([scales[0]] * len(scales), rel=2e-2)
    chip = page.get_by_role("radiogroup", name="The token in focus").get_by_role("radio").nth(2)
    chip.click()
    settle(page)
    expect(page.locator(".river-word").first).to_have_text(chip.inner_text())
    expect(page.locator(".river-part .look-headline")).to_contain_text(f"“{chip.inner_text()}”")


def test_everything_follows_the_focus_and_the_server_is_not_asked(browser: Any, server: str) -> None:
    with (
        page_at(browser, f"{server}/residual?model=en-fr&sentence={SENTENCE}&focus=encoder.1.0.1") as page,
        asks_nothing(page),
    ):
        expect_chosen(page, Sublayer="Feed-forward")
        told = page.locator(".stream .reading")
        seen = [told.inner_text()]
        assert "2 feed-forward" in seen[0]

        def look() -> None:
            page.locator(".stream").scroll_into_view_if_needed()
            settle(page)
            seen.append(told.inner_text())

        page.locator(".tokens .chip").nth(2).click()
        look()
        choose(page, "Layer", "3")
        look()
        choose(page, "Sublayer", "Self-attention")
        look()
        assert "3 self-attention" in seen[-1]
        page.locator(".panel.sum").scroll_into_view_if_needed()  # where it is drawn
        page.get_by_role("heading", name=re.compile("^Layer 3, self-attention")).wait_for()
        choose(page, "Side", "Decoder: the translation")
        look()
        choose(page, "Sublayer", "Cross-attention")
        look()
        choose(page, "Side", "Encoder: the source")  # which has no cross-attention
        expect_chosen(page, Sublayer="Self-attention")
        assert len(set(seen)) == len(seen)
        row = page.locator(".moments tbody tr").nth(3)
        row.scroll_into_view_if_needed()
        settle(page)  # the rows are drawn again with the side, once they are near
        row.click()
        expect_url(page, r"focus=[^&]*\.3(&|$)")
        # A key on the stream chooses the sublayer.
        choose(page, "Side", "Decoder: the translation")
        canvas = page.locator(".stream canvas")
        canvas.scroll_into_view_if_needed()
        settle(page)
        canvas.focus()

        def go_on() -> None:
            page.keyboard.press("ArrowRight")
            page.keyboard.press("Enter")
            settle(page)

        go_on()
        expect_chosen(page, Layer="3", Sublayer="Cross-attention")
        go_on()
        expect_chosen(page, Layer="3", Sublayer="Feed-forward")
        go_on()
        expect_chosen(page, Sublayer="Final norm")
        page.locator(".panel.sum").scroll_into_view_if_needed()
        page.locator(".panel .lead", has_text="nothing is added").wait_for()
        canvas.focus()
        go_on()  # nothing comes after it
        expect_chosen(page, Sublayer="Final norm")


@pytest.mark.parametrize("order", ["pre", "post"])
def test_the_equations_the_neurons_and_the_order_are_the_models(
    browser: Any, server: str, app_folder: Path, order: str
) -> None:
    model = transformer.load(app_folder)
    sentence = SENTENCE.replace("+", " ")
    trace = model.trace(sentence, model.translate(sentence).hypothesis)
    vectors = stream(trace, "encoder")[: 2 * model.model.config.encoder_layers + 1, 1]
    asked = "&model=en-fr" if order == "pre" else ""
    with page_at(browser, f"{server}/residual?sentence={SENTENCE}&focus=cross.1.0.2{asked}") as page:
        expect_chosen(page, Sublayer="Cross-attention")
        expect_map(page, order)
        strips = page.locator(".panel .matrix canvas").first
        width = strips.bounding_box()["width"] - 92
        strips.click(position={"x": 92 + 0.3 * width, "y": 50})  # one dimension
        settle(page)
        # The sum; LayerNorm; a neuron's z on two lines; its activation.
        for lines in ((0,), (1,), (2, 3), (4,)):
            formula, result = read_both_sides(page, *lines)
            assert formula == pytest.approx(result, abs=2e-5), lines

        choose(page, "Sublayer", "Feed-forward")
        settle(page)
        amounts = [number(text) for text in page.locator(".tenneurons .amount").all_text_contents()]
        assert amounts == sorted(amounts, reverse=True)
        assert 1 < len(amounts) <= 10
        assert all(amount > 0 for amount in amounts)
        choose(page, "Side", "Encoder: the source")
        settle(page)
        lit = page.locator(".orders .here figcaption").all_inner_texts()
        assert len(lit) == 1
        assert lit[0].startswith("Norm first" if order == "pre" else "Norm last")
        names = page.get_by_role("radiogroup", name="Sublayer").get_by_role("radio").all_inner_texts()
        assert ("Final norm" in names) is (order == "pre")
        page.locator(".tokens .chip").nth(1).click()
        page.locator(".stream").scroll_into_view_if_needed()
        reading = page.locator(".stream .reading")
        expect(reading).to_contain_text(f"token “{page.locator('.tokens .chip').nth(1).inner_text()}” · after “2 feed-")
        if order == "post":  # the model of this trace
            length = stream(trace, "encoder")[4, 1].norm().item()
            assert number(reading.inner_text().rpartition(": ")[2]) == pytest.approx(length, rel=1e-4)
        with asks_nothing(page):
            choose_depth(page, "Look")
            assert_flows_in_as_wide_as_it_is_long(page, order, vectors)
