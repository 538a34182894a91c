"""Roles and the heads joined in a real Chromium: what is shown is what the model computed."""

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from visits import asks_nothing, expect, expect_address, number, settle, visit

import transformer
from transformer import Trace

pytestmark = pytest.mark.browser

SENTENCE = "She's at home."


@contextmanager
def heads_at(browser: Any, server: str, focus: str) -> Iterator[Any]:
    """The chapter, which must not ask the server while the focus changes."""
    address = f"{server}/heads?sentence={quote(SENTENCE)}&focus={focus}"
    with visit(browser, address, ".walk .map") as page, asks_nothing(page):
        yield page


@pytest.fixture(scope="module")
def trace(app_folder: Path) -> Trace:
    model = transformer.load(app_folder)
    return model.trace(SENTENCE, model.translate(SENTENCE).hypothesis)


def test_roles_and_shares_are_those_of_the_heads(browser: Any, server: str, trace: Trace) -> None:
    with heads_at(browser, server, "encoder.0.1.2") as page:
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
