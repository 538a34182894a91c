"""The chapter on attention heads in a real Chromium: the overview, and the files it saves."""

import csv
import io
import re
from collections.abc import Callable
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import numpy as np
import pandas as pd
import pytest
from visits import (
    asks_nothing,
    choose_depth,
    eventually,
    expect,
    expect_address,
    expect_url,
    settle,
    unfold_mistakes,
    visit,
)

import transformer
from transformer import Trace
from viewer.widgets.tokens import chips

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
# Tokens that come twice, and that a spreadsheet would run.
HOSTILE = '= the the dog </script><b> "tea" , -'
LOOKING = {1: "one head looks", 2: "two heads look", 3: "three heads look", 4: "all four heads look"}


def heads_at(browser: Any, server: str, focus: str = "", sentence: str = SENTENCE) -> AbstractContextManager[Any]:
    return visit(browser, f"{server}/heads?sentence={quote(sentence)}&focus={focus}", ".walk .map")


def save_file(page: Any, button: Any, folder: Path) -> Path:
    with page.expect_download() as download:
        button.click()
    path = folder / download.value.suggested_filename
    download.value.save_as(path)
    return path


@pytest.fixture(scope="module")
def trace_of(app_folder: Path) -> Callable[[str], Trace]:
    model = transformer.load(app_folder)
    return lambda sentence: model.trace(sentence, model.translate(sentence).hypothesis)


def test_the_overview_shows_the_head_pointed_at_and_keeps_the_one_chosen(browser, server, trace_of) -> None:
    trace = trace_of(SENTENCE)
    source = chips(trace.source_tokens)
    with heads_at(browser, server) as page:
        expect_url(page, r"focus=cross\.1\.\d\.\d")  # an untrained model's last layer counts as the one that aligns
        first = page.url
    with visit(browser, f"{server}/heads?sentence={quote(SENTENCE)}", ".inside .sheet-level", depth="look") as page:
        choose_depth(page, "Understand")  # which keeps the word and the head
        expect_address(page, focus=re.search(r"focus=([^&]*)", first)[1])
    with heads_at(browser, server, "cross.1.mean.1") as page, asks_nothing(page):
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


def test_what_is_saved_is_what_the_trace_holds(browser, server, trace_of, tmp_path) -> None:
    trace = trace_of(HOSTILE)
    pieces = trace["decoder.1.cross_attention.weights"][2]
    with heads_at(browser, server, "cross.1.2.1", HOSTILE) as page:
        page.get_by_role("button", name="Save a picture").click()
        table = save_file(page, page.get_by_role("button", name="CSV: Cross-attention, layer 2, head 3"), tmp_path)
        check_table(table, pieces.numpy())
        written = [chip.text for chip in chips(trace.output_tokens)]  # a row is named by the token that it writes
        assert [name.removeprefix("'") for name in pd.read_csv(table, keep_default_na=False).iloc[:, 0]] == written
        settle(page)
        assert_own_are_counted(page, trace)


def assert_own_are_counted(page: Any, trace: Trace) -> None:
    """How often a query looks most at its own token."""
    unfold_mistakes(page)
    for kind, row in zip(("encoder", "decoder"), page.locator(".mistakes .plain-table tbody tr").all(), strict=True):
        weights = np.stack([trace[f"{kind}.{layer}.self_attention.weights"].numpy() for layer in range(2)])
        own = (weights.argmax(-1) == np.arange(weights.shape[-1]))[..., int(kind == "decoder") :]
        assert row.locator("td").all_inner_texts()[:2] == [f"{own.sum()} of {own.size}", f"{100 * own.mean():.0f}%"]


def check_table(path: Path, expected: np.ndarray) -> None:
    header, *rows = csv.reader(io.StringIO(path.read_text("utf-8-sig")))
    np.testing.assert_allclose(np.array([row[1:] for row in rows], dtype=np.float64), expected, atol=1e-7)
    assert not [cell for line in (header, *rows) for cell in line if re.match(r"\s*[=+@-]", cell)]
    assert len(set(header)) == len(header)
    assert {"the", "the (2)"} <= set(header)
