"""Every picture of every page saved as every kind of file, in a real Chromium: each is whole, and light on paper."""

import csv
import io
import re
import struct
import xml.etree.ElementTree as ElementTree
from base64 import b64decode
from collections.abc import Sequence
from typing import Any
from urllib.parse import quote

import pytest
from test_any_screen_browser import HEAD
from visits import HAS_SCHEME, settle, visit

pytestmark = pytest.mark.browser

SVG = "{http://www.w3.org/2000/svg}"
SENTENCE = "the dog eats bread and the cat drinks water"
LONG = f"{SENTENCE} and the red car stops at the old station"  # many tokens
INK = re.compile(r'#[0-9a-f]{6}\b|rgba?\([^)]*\)|href="data:[^"]*"', re.IGNORECASE)


# Has the page make its files one after the other and gives them back, instead of saving them.
SAVE = """async (buttons) => {
    const files = [];
    const { click } = HTMLAnchorElement.prototype;
    const read = async (address) => new Uint8Array(await (await fetch(address)).arrayBuffer());
    HTMLAnchorElement.prototype.click = function () { files.push([this.download, read(this.href)]); };
    for (const [before, button] of buttons.entries()) {
        button.click();
        for (let frames = 0; files.length === before && frames < 5000; frames += 1)
            await new Promise((done) => requestAnimationFrame(done));
    }
    HTMLAnchorElement.prototype.click = click;
    const written = (bytes) => btoa(Array.from(bytes, (each) => String.fromCharCode(each)).join(''));
    return Promise.all(files.map(async ([name, bytes]) => [name, written(await bytes)]));
}"""


def save_files(page: Any, kinds: Sequence[str]) -> dict[str, bytes]:
    """The files of these kinds that the page saves, by name; of pixels, which are made of drawings, one."""
    files: dict[str, bytes] = {}
    page.get_by_role("button", name="Save a picture").click()
    page.locator(".pictures > b").wait_for()
    settle(page)
    for kind in kinds:
        saved = page.locator(".pictures button", has_text=kind).evaluate_all(
            f"(all) => ({SAVE})(all{'.slice(0, 1)' if kind == 'PNG' else ''})"
        )
        files |= {name: b64decode(file) for name, file in saved}
        settle(page)
    page.keyboard.press("Escape")
    return files


def assert_nothing_is_cut(
    part: ElementTree.Element, edges: dict[str, ElementTree.Element], within: tuple[Any, ...]
) -> None:
    """No text and no canvas goes beyond the edge of what holds it."""
    if clip := edges.get(part.get("clip-path", "")):
        x, y, width, height = (float(clip.get(side, "0")) for side in ("x", "y", "width", "height"))
        within = (*within, (x - 1, y - 1, x + width + 1, y + height + 1))
    if part.tag in (f"{SVG}text", f"{SVG}image") and part.get("x"):
        x, y = (
            float(part.get(side, "0")) + float(part.get(size, "0")) for side, size in (("x", "width"), ("y", "height"))
        )
        for left, top, right, bottom in within:
            assert left <= x <= right, (part.text, x, left, right)
            assert top <= y <= bottom, (part.text, y, top, bottom)
    for child in part:
        if child.tag != f"{SVG}svg":  # has measures of its own
            assert_nothing_is_cut(child, edges, within)


def assert_is_a_drawing(file: bytes) -> None:
    drawing = ElementTree.fromstring(file)
    assert drawing.tag == f"{SVG}svg"
    assert min(float(drawing.get(side, "0")) for side in ("width", "height")) > 20
    clips = [each for each in drawing.iter(f"{SVG}clipPath") if "edge" in each.get("id", "")]
    assert_nothing_is_cut(drawing, {f"url(#{each.get('id')})": each[0] for each in clips}, ())


@pytest.mark.parametrize("slug", ["heads", "search"])  # every kind: matrices, lines, trees, tables, charts of Plotly
def test_every_picture_is_saved_whole_and_light(browser: Any, server: str, slug: str) -> None:
    with visit(browser, f"{server}/{slug}?sentence={quote(SENTENCE)}", HEAD, scheme="dark") as page:
        files = save_files(page, ("CSV", "SVG", "PNG"))
        page.emulate_media(color_scheme="light")
        page.wait_for_function(HAS_SCHEME, arg="light")
        settle(page)
        light = save_files(page, ("SVG",))
    assert light.keys() == {name for name in files if name.endswith(".svg")}
    for name, file in files.items():
        stem, ending = name.rsplit(".", 1)
        if ending == "csv":
            head, *rows = csv.reader(io.StringIO(file.decode("utf-8-sig")))
            assert {len(row) for row in rows} <= {len(set(head))}  # an empty table has none
        elif ending == "svg":
            assert_is_a_drawing(file)
            assert INK.findall(file.decode()) == INK.findall(light[name].decode()), name
        else:
            drawing = ElementTree.fromstring(files[f"{stem}.svg"])
            sides = [round(float(drawing.get(side, "0"))) for side in ("width", "height")]
            assert file.startswith(b"\x89PNG\r\n\x1a\n")
            assert list(struct.unpack(">II", file[16:24])) in (sides, [2 * side for side in sides]), name


def test_what_scrolls_is_printed_whole_and_scrolls_on_afterwards(browser: Any, server: str) -> None:
    measures = "(box) => [box.scrollHeight - box.clientHeight > 1, box.scrollTop, getComputedStyle(box).overflowY]"
    with visit(browser, f"{server}/residual?sentence={quote(LONG)}", ".moments canvas, .moments table") as page:
        box = page.locator(".moments")
        box.evaluate("(box) => box.scrollTo(0, 40)")
        assert box.evaluate(measures) == [True, 40, "auto"]
        page.evaluate("window.dispatchEvent(new Event('beforeprint'))")
        assert box.evaluate(measures) == [False, 0, "visible"]
        page.evaluate("window.dispatchEvent(new Event('afterprint'))")
        assert box.evaluate(measures) == [True, 40, "auto"]
