"""The menu that saves pictures, in a real Chromium: what its files hold, and what it never tells before a guess."""

import io
import re
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pandas as pd
import pytest
from visits import address_of, eventually, expect, expect_url, settle, visit

import transformer

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
NAME = "Cross-attention between words"


def row_of(page: Any, name: str) -> Any:
    page.get_by_role("button", name="Save a picture").click()
    row = page.locator(".pictures .picture").filter(has=page.get_by_text(name, exact=True))
    row.wait_for()
    return row


def save_file(page: Any, name: str, ending: str) -> bytes:
    row = row_of(page, name)
    with page.expect_download() as download:
        row.get_by_role("button", name=f"{ending}: ").click()
    page.wait_for_selector(".pictures", state="hidden")  # it closes after a choice
    assert download.value.suggested_filename.endswith(f".{ending.lower()}")
    expect_url(page, rf"/{download.value.suggested_filename.split('-')[1]}\?")
    return Path(download.value.path()).read_bytes()


def read(file: bytes) -> pd.DataFrame:
    return pd.read_csv(io.BytesIO(file), keep_default_na=False, encoding="utf-8-sig")


def test_a_table_is_written_for_its_spreadsheet_and_tells_no_guess(browser, server, app_folder) -> None:
    model = transformer.load(app_folder)
    german = browser.browser.new_context(locale="de-DE")
    address = f"{server}/alignment?sentence={quote(SENTENCE)}"
    with visit(german, address, ".links .wires path", state="attached") as page:
        head, *rows = save_file(page, NAME, "CSV").decode("utf-8-sig").splitlines()
        assert head.count(";") == rows[0].count(";") == len(SENTENCE.split()) + 1
        assert re.search(r";\d,\d+(e-\d+)?;", rows[0])
        row_of(page, NAME)
        page.get_by_role("radiogroup", name="Numbers in CSV files").get_by_role("radio", name="1.5").click()
        page.keyboard.press("Escape")
        page.reload()  # the browser remembers it
        settle(page)
        assert ";" not in save_file(page, NAME, "CSV").decode()
        page.goto(f"{server}/heads?sentence={quote(SENTENCE)}&focus=cross.1.2.1&depth=prove")
        shown = read(save_file(page, "Cross-attention, layer 2, head 3", "CSV")).iloc[:, 1:].to_numpy(float)
        assert shown == pytest.approx(model.trace(SENTENCE)["decoder.1.cross_attention.weights"][2].numpy(), abs=1e-7)
        settle(page)
        page.locator(".guess-switch").click()  # what is to be guessed is not saved
        page.wait_for_selector(".guess-question")
        numbers = read(save_file(page, "Cross-attention, layer 2, head 3", "CSV"))
        assert (numbers[numbers.columns[1:]] == "?").any(axis=None)
    german.close()


REFUSALS = {
    "PNG": ("HTMLCanvasElement.prototype.toBlob = (done) => done(null)", "Save it as SVG instead."),
    "SVG": ("HTMLCanvasElement.prototype.toDataURL = () => { throw new DOMException() }", "Take a screenshot"),
    "CSV": ("delete URL.createObjectURL", "Try another browser."),
}


def test_what_the_browser_refuses_is_said_with_what_to_do(browser: Any, server: str) -> None:
    address = f"{server}/heads?sentence={quote(SENTENCE)}&focus=cross.1.2.1"
    with visit(browser, address, ".heads-large canvas") as page:
        for ending, (refuse, told) in REFUSALS.items():
            settle(page)
            page.evaluate(f"() => {{ {refuse} }}")
            row_of(page, "Cross-attention, layer 2, head 3").get_by_role("button", name=f"{ending}: ").click()
            expect(page.locator(".pictures .refused")).to_contain_text(told)
            page.keyboard.press("Escape")

        settle(page)
        page.evaluate("navigator.clipboard.writeText = () => Promise.reject(); document.execCommand = () => false")
        for name, text in (("Copy link", address_of(page)), ("Copy this code", "import transformer")):
            page.get_by_role("button", name=name).first.click()
            by_hand = page.get_by_label("Press Ctrl+C")
            expect(by_hand).to_be_focused()
            marked = "(area) => area.value.slice(area.selectionStart, area.selectionEnd)"
            eventually(page, lambda text=text: by_hand.evaluate(marked).startswith(text))  # noqa: B023
            page.keyboard.press("Escape")
            expect(by_hand).to_have_count(0)
