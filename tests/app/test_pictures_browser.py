"""Every picture of every page saved as every kind of file, in a real Chromium: each is whole, and light on paper."""

import csv
import io
import re
import struct
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
from test_any_screen_browser import HEAD, PAGES
from visits import settle, visit

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
LONG = "the dog eats bread and the cat drinks water and the red car stops at the old station"  # many tokens
INK = re.compile(r'#[0-9a-f]{6}\b|rgba?\([^)]*\)|href="data:[^"]*"', re.IGNORECASE)
# Pages whose pictures a tiny untrained model cannot make, or that have none.
WITHOUT = {"translate": 1}


def saved_files(page: Any) -> dict[str, bytes]:
    """Every file that the menu of pictures offers, by its name."""
    button = page.get_by_role("button", name="Save a picture")
    files: dict[str, bytes] = {}
    button.click()
    count = page.locator(".pictures .picture button").count()
    page.keyboard.press("Escape")
    for at in range(count):
        button.click()
        with page.expect_download() as download:
            page.locator(".pictures .picture button").nth(at).click()
        files[download.value.suggested_filename] = Path(download.value.path()).read_bytes()
    assert len(files) == count
    return files


def assert_is_a_drawing(file: bytes) -> ElementTree.Element:
    drawing = ElementTree.fromstring(file)
    assert drawing.tag == f"{SVG}svg"
    assert min(float(drawing.get(side, "0")) for side in ("width", "height")) > 20
    return drawing


def assert_is_a_table(file: bytes) -> None:
    head, *rows = csv.reader(io.StringIO(file.decode("utf-8-sig")))
    assert rows
    assert {len(row) for row in rows} == {len(head)}
    assert len(set(head)) == len(head)


@pytest.mark.parametrize("slug", PAGES)
def test_every_picture_is_saved_whole_and_light(browser: Any, server: str, slug: str) -> None:
    address = f"{server}/{slug}{'&' if '?' in slug else '?'}" + (
        "" if "sentence" in slug else f"sentence={quote(LONG)}"
    )
    files = {}
    for scheme in ("light", "dark"):
        with visit(browser, address, HEAD, scheme=scheme) as page:
            settle(page)
            files[scheme] = saved_files(page)
    assert files["light"].keys() == files["dark"].keys()
    for name, file in files["dark"].items():
        stem, ending = name.rsplit(".", 1)
        if ending == "csv":
            assert_is_a_table(file)
        elif ending == "svg":
            assert_is_a_drawing(file)
            assert INK.findall(file.decode()) == INK.findall(files["light"][name].decode()), name
        else:
            assert file.startswith(b"\x89PNG\r\n\x1a\n")
            drawing = ElementTree.fromstring(files["dark"][f"{stem}.svg"])
            sides = [2 * round(float(drawing.get(side, "0"))) for side in ("width", "height")]
            assert list(struct.unpack(">II", file[16:24])) == sides, name
