"""The chapter on queries, keys and values in a real Chromium: it shows the numbers that the model computed."""

import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, choose_depth, eventually, expect, in_address, number, settle, table_under, visit

import transformer

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def fetched(page: Any) -> set[str]:
    """The attentions whose matrices the page has."""
    names = page.evaluate("[...glassformer.constants.keys()]")
    return {found[1] for name in names if (found := re.search(r"/((?:en|de)coder_layers\w+)-", name))}


def assert_products_add_up(page: Any, translator: transformer.Translator) -> None:
    """The products of a number that is chosen by keys add up to what the model has."""
    trace = translator.trace(SENTENCE)
    page.locator(".product canvas").last.focus()
    for key in ("ArrowRight", "ArrowRight", "ArrowDown", "Enter"):
        page.keyboard.press(key)
    settle(page)
    shown = page.locator(".number-in-focus .name").inner_text()
    row = int(shown.split("[")[1].split(",")[0])
    assert shown.startswith(f"q[{row}, 2]")
    weights = translator.model.encoder_layers[1].self_attention.query_projection.weight
    shown_weight = page.locator(".product .matrix .reading").first.inner_text()
    assert number(shown_weight.rpartition(": ")[2]) == pytest.approx(float(weights[2 * 4 + 2, 0]), abs=1e-4)  # d_k = 4
    page.locator(".products summary").click()
    page.locator(".products tbody tr").first.wait_for()
    settle(page)
    cells = page.locator(".products tbody tr").evaluate_all(
        "rows => rows.map((row) => [...row.cells].map((cell) => cell.textContent))"
    )
    *products, bias = cells
    assert len(products) == translator.model.config.d_model
    for _, value, factor, product, _ in products:
        assert number(value) * number(factor) == pytest.approx(number(product), abs=1e-5)
    total = sum(number(line[3]) for line in products) + number(bias[3])
    expected = float(trace["encoder.1.self_attention.query"][2, row, 2])
    assert total == pytest.approx(expected, abs=1e-4)
    assert number(page.locator(".number-in-focus b").get_attribute("title")) == pytest.approx(expected, abs=6e-6)
    code = page.locator(".code code").inner_text()
    assert "attention.query_projection" in code
    assert f"result = x[{row}]" in code


def test_products_pointing_and_look_have_the_numbers_of_the_model(browser: Any, server: str, app_folder: Path) -> None:
    translator = transformer.load(app_folder)
    address = f"{server}/projections?sentence={quote(SENTENCE)}&focus=encoder.1.2.1"
    with visit(browser, address, ".equation .filled math", size=(1400, 1400)) as page, asks_nothing(page):
        assert fetched(page) == {"encoder_layers_1_self_attention"}
        assert_products_add_up(page, translator)
        reading = page.locator(".number-in-focus .name")
        page.get_by_role("radiogroup", name="Made here").get_by_role("radio", name="V").click()
        expect(reading).to_have_text(re.compile(r"^v\["))
        canvas, weights = page.locator(".product canvas").last, page.locator(".product canvas").first
        canvas.scroll_into_view_if_needed()
        page.mouse.move(5, 5)
        settle(page)
        before, painted = reading.inner_text(), weights.evaluate("each => each.toDataURL()")
        filled = page.locator(".equation .filled").inner_text()
        canvas.hover(position={"x": 118, "y": 40})
        expect(reading).not_to_have_text(before)
        expect(reading).to_have_text(re.compile(r"^v\["))
        settle(page)
        assert weights.evaluate("each => each.toDataURL()") != painted
        assert page.locator(".equation .filled").inner_text() != filled
        page.mouse.move(5, 5)
        eventually(page, reading.inner_text, before)
        eventually(page, lambda: weights.evaluate("each => each.toDataURL()"), painted)

        choose_depth(page, "Look")
        token = int(in_address(page, "focus")[-1])
        weights = translator.trace(SENTENCE)["encoder.1.self_attention.weights"][2, token]
        best = int(weights.argmax())
        share = f"{100 * weights[best]:.0f}%"
        words = page.locator(".tokens .face").all_inner_texts()
        expect(page.locator(".inside .look-headline").first).to_have_text(
            f"For “{words[token]}”, head 3 of 4 gives {share} of its weight to “{words[best]}”."
        )
        expect(page.locator(".inside .ribbon.chosen")).to_have_attribute("data-key", f"ribbon:2.{token}.{best}")
        score = float(translator.trace(SENTENCE)["encoder.1.self_attention.scores"][2, token, best])
        shown = page.locator(f".match [data-key='scores:{best}']")
        assert number(shown.text_content()) == pytest.approx(score, rel=6e-3)

        choose_depth(page, "Prove")
        page.get_by_role("radio", name="Decoder masked self-attention").click()
        page.locator(".tokens .chip").nth(1).click()
        settle(page)
        assert fetched(page) == {f"{side}coder_layers_1_self_attention" for side in ("en", "de")}
        assert_misreadings_follow(page)


def assert_misreadings_follow(page: Any) -> None:
    shares = [[float(cell.strip(" %")) for cell in row[1:]] for row in table_under(page, "slice")]
    for of_matrix in zip(*shares, strict=True):
        assert sum(of_matrix) == pytest.approx(100, abs=0.3)
        assert max(of_matrix) < 100
    one, two = table_under(page, "would do")
    assert one[1] == one[2]
    assert two[1] != two[2]


def test_nothing_is_drawn_before_the_models_numbers_have_come(fresh: Any, server: str) -> None:
    held, broken = list[Any](), list[Any]()
    page = fresh.new_page()
    page.on("pageerror", lambda error: broken.append(error))
    page.route("**/encoder_layers_*.safetensors", lambda route: held.append(route))
    with page.expect_request("**/encoder_layers_*.safetensors"):  # asked for after the note
        page.goto(f"{server}/projections?depth=prove&at=would+do")
    expect(page.locator(".stage > .hint", has_text="Loading")).to_be_visible()
    expect(page.locator(".equation .filled math")).to_have_count(0)
    expect(page.locator(".mistakes details[open]")).to_have_count(1)
    page.get_by_role("button", name="Save a picture").click()
    expect(page.locator(".pictures .name")).to_have_text(["Map of the architecture"])
    held[0].continue_()
    page.wait_for_selector(".equation .filled math", state="attached")
    expect(page.locator(".stage > .hint", has_text="Loading")).to_have_count(0)
    expect(page.locator(".mistakes details[open] td")).not_to_have_count(0)
    assert not broken
