"""The chapter on queries, keys and values in a real Chromium: it shows the numbers that the model computed."""

import re
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, choose_depth, eventually, expect, in_address, number, settle, table_under, visit

import transformer
from transformer.model.attentions import place

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."


def page_at(browser: Any, server: str, focus: str, width: int = 1400) -> AbstractContextManager[Any]:
    """The chapter with its matrices."""
    address = f"{server}/projections?sentence={quote(SENTENCE)}&focus={focus}"
    return visit(browser, address, ".equation .filled math", size=(width, 1400))


def assert_products_add_up(page: Any, translator: transformer.Translator, kind: str, name: str) -> None:
    """The products of a number that is chosen by keys add up to what the model has."""
    trace = translator.trace(SENTENCE)
    page.locator(".product canvas").focus()
    presses = {"query": ["ArrowRight", "ArrowRight"], "key": ["ArrowRight"] * 6}[name]
    for key in [*presses, "ArrowDown", "Enter"]:
        page.keyboard.press(key)
    settle(page)
    shown = page.locator(".number-in-focus .name").inner_text()
    row = int(shown.split("[")[1].split(",")[0])
    assert shown.startswith(f"{name[0]}[{row}, 2]")
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
    expected = float(trace[f"{place(kind, 1)}.{name}"][2, row, 2])
    assert total == pytest.approx(expected, abs=1e-4)
    assert number(page.locator(".number-in-focus b").get_attribute("title")) == pytest.approx(expected, abs=6e-6)
    code = page.locator(".code code").inner_text()
    assert f"attention.{name}_projection" in code
    assert f"result = {'x' if name == 'query' else 'memory'}[{row}]" in code


def test_products_pointing_and_look_have_the_numbers_of_the_model(browser: Any, server: str, app_folder: Path) -> None:
    translator = transformer.load(app_folder)
    with page_at(browser, server, "encoder.1.2.1") as page, asks_nothing(page):
        assert_products_add_up(page, translator, "encoder", "query")
        reading = page.locator(".number-in-focus .name")
        canvas = page.locator(".product canvas")
        canvas.hover(position={"x": 1, "y": 1})  # which scrolls it into view
        page.mouse.move(5, 5)
        settle(page)
        box = canvas.bounding_box()
        before, painted = reading.inner_text(), canvas.evaluate("each => each.toDataURL()")
        filled = page.locator(".equation .filled").inner_text()
        for left in range(int(box["width"]) - 5, 0, -40):  # from the right: the values come first
            canvas.hover(position={"x": left, "y": box["height"] - 12})
            settle(page)
            if reading.inner_text() != before:
                break
        expect(reading).to_have_text(re.compile(r"^v\["))
        settle(page)
        assert canvas.evaluate("each => each.toDataURL()") != painted
        assert page.locator(".equation .filled").inner_text() != filled
        page.mouse.move(5, 5)
        eventually(page, reading.inner_text, before)
        eventually(page, lambda: canvas.evaluate("each => each.toDataURL()"), painted)

        choose_depth(page, "Look")
        token = int(in_address(page, "focus")[-1])
        weights = translator.trace(SENTENCE)["encoder.1.self_attention.weights"][2, token]
        best = int(weights.argmax())
        share = f"{100 * weights[best]:.0f}%"
        words = page.locator(".tokens .face").all_inner_texts()
        expect(page.locator(".inside .look-headline")).to_have_text(
            f"Head 3: “{words[token]}” takes {share} from “{words[best]}”."
        )
        expect(page.locator(".inside .ribbon.chosen")).to_have_attribute("data-key", f"ribbon:2.{token}.{best}")


def test_similarities_and_misreadings_follow_the_kind_of_attention(browser, server, app_folder) -> None:
    with page_at(browser, server, "cross.1.2.1", width=800) as page, asks_nothing(page):
        assert_products_add_up(page, transformer.load(app_folder), "cross", "key")
        page.get_by_role("radio", name="Decoder masked self-attention").click()
        page.locator(".tokens .chip").nth(1).click()
        settle(page)
        assert page.locator(".similarity .measured").first.inner_text().endswith("score themselves highest.")
        assert not page.locator(".product .aside").is_visible()
        shares = [[float(cell.strip(" %")) for cell in row[1:]] for row in table_under(page, "slice")]
        for of_matrix in zip(*shares, strict=True):
            assert sum(of_matrix) == pytest.approx(100, abs=0.3)
            assert max(of_matrix) < 100
        score, weight = table_under(page, "symmetric")
        assert score[1] == score[2]
        assert weight[1] != weight[2]
        page.get_by_role("radio", name="Cross-attention").click()
        expect(page.locator(".product .aside")).to_be_visible()
        expect(page.locator(".similarity .measured").first).to_contain_text("no transpose")
        settle(page)
        heat = page.locator(".similarity canvas").evaluate_all(
            "all => all.map((each) => [each.dataset.rows, each.dataset.columns])"
        )
        assert all(rows.startswith("query (writes): ") and rows.endswith(" </s>") for rows, _ in heat)
        assert not any("<s>" in rows + columns for rows, columns in heat)
        assert len(heat) == 3


def test_matrices_come_one_attention_at_a_time(browser, server, app_folder) -> None:
    trace = transformer.load(app_folder).trace(SENTENCE)

    def fetched(page: Any) -> set[str]:
        settle(page)
        names = page.evaluate("[...glassformer.constants.keys()]")
        return {found[1] for name in names if (found := re.search(r"/((?:en|de)coder_layers\w+)-", name))}

    def assert_chosen(page: Any, name: str) -> None:
        shown = page.locator(".number-in-focus")
        expect(shown.locator(".name")).to_contain_text("q[1, 0] of")
        expected = float(trace[f"{name}.query"][1, 1, 0])
        eventually(page, lambda: number(shown.locator("b").get_attribute("title")), pytest.approx(expected, abs=1e-4))

    with page_at(browser, server, "encoder.1.1.1") as page, asks_nothing(page):
        assert_chosen(page, "encoder.1.self_attention")
        assert fetched(page) == {"encoder_layers_1_self_attention"}
        page.get_by_role("radio", name="Cross-attention").click()
        assert_chosen(page, "decoder.1.cross_attention")
        assert fetched(page) == {f"{each}_attention" for each in ("encoder_layers_1_self", "decoder_layers_1_cross")}


def test_nothing_is_drawn_before_the_models_numbers_have_come(fresh: Any, server: str) -> None:
    held: list[Any] = []
    page = fresh.new_page()
    page.route("**/encoder_layers_*.safetensors", lambda route: held.append(route))
    with page.expect_request("**/encoder_layers_*.safetensors"):  # asked for after the note
        page.goto(f"{server}/projections?depth=prove")
    expect(page.locator(".stage > .hint")).to_be_visible()
    expect(page.locator(".equation .filled math")).to_have_count(0)
    held[0].continue_()
    page.wait_for_selector(".equation .filled math", state="attached")
    expect(page.locator(".stage > .hint")).to_have_count(0)
