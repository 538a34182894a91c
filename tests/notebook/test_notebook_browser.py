"""What a notebook shows, in a real Chromium: the frame of a cell's output, without server and network."""

import re
from pathlib import Path
from typing import Any

import pytest
from visits import expect, visit

import transformer
import viewer.notebook  # noqa: F401 - what the library returns shows itself from here on
from transformer import Beam, Translator

pytestmark = pytest.mark.browser

SENTENCE = "The dog eats <b>bread</b>."


@pytest.fixture(scope="module")
def translator(app_folder: Path) -> Translator:
    return transformer.load(app_folder)


def notebook(folder: Path, *shown: Any) -> str:
    """The address of a page that holds these outputs, as a notebook puts them there."""
    path = folder / "notebook.html"
    outputs = "".join(f"<div>{value._repr_html_()}</div>" for value in shown)
    path.write_text(f"<!doctype html><meta charset='utf-8'>{outputs}", encoding="utf-8")
    return path.as_uri()


def test_a_translation_is_stepped_through_and_says_how_to_take_another_road(browser, translator, tmp_path) -> None:
    translation = translator.decode(SENTENCE, Beam(3), record=True)
    address = notebook(tmp_path, translation, translation)
    with visit(browser, address) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        first, second = page.frame_locator("iframe").first, page.frame_locator("iframe").last
        expect(first.locator(".count")).to_have_text(f"step 1 of {len(translation.tokens)}")
        first.get_by_role("button", name="One step forward").click()
        expect(first.locator(".count")).to_have_text(f"step 2 of {len(translation.tokens)}")
        expect(second.locator(".count")).to_have_text(f"step 1 of {len(translation.tokens)}")
        other = first.locator("button.option:not(.taken)").first
        other.click()
        rows = translation.steps()
        token = int(rows[(rows["step"] == 1) & ~rows["taken"]].iloc[0]["id"])
        asked_for = f"In Python: model.fork(translation, step=1, token={token})"
        expect(first.locator("#asked")).to_have_text(asked_for)
        assert asked == []


def test_frames_are_as_high_as_what_they_show(browser: Any, translator: Translator, tmp_path: Path) -> None:
    trace = translator.trace(SENTENCE)
    with visit(browser, notebook(tmp_path, trace, trace.attention("cross", 0))) as page:
        whole, alone = page.frame_locator("iframe").first, page.frame_locator("iframe").last
        expect(whole.locator("#sentence")).to_contain_text("The dog eats")
        expect(whole.locator("select")).to_have_count(4)
        expect(alone.locator("h1")).to_have_text("Cross-attention, layer 1")
        expect(alone.locator("select")).to_have_count(2)
        expect(alone.locator("#sentence, #model")).to_have_count(0)
        for frame in (page.locator("iframe").first, page.locator("iframe").last):
            fits = "(frame) => frame.contentDocument.documentElement.scrollHeight <= frame.clientHeight"
            page.wait_for_function(fits, arg=frame.element_handle())  # it hears of its size when it has been laid out
        expect(whole.locator("canvas")).to_have_attribute("data-rows", re.compile("query \\(writes\\): .*</s>"))
        whole.locator("#kind").select_option(label="Encoder self-attention")
        expect(whole.locator("canvas")).to_have_attribute("data-rows", re.compile(" The "))
