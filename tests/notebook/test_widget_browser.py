"""The widget of a notebook's picture in a real Chromium, on a stand-in for the model that anywidget passes to it."""

import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from visits import eventually, expect, visit

import transformer
from transformer import Greedy, Translation, Translator
from viewer.notebook import view
from viewer.transport.modules import VIEWER, bundle

pytest.importorskip("anywidget", reason="the Python package anywidget is missing")
pytestmark = pytest.mark.browser

SENTENCE = "The dog eats bread."
# Keeps the state as the notebook does, and what the picture has saved and sent.
MODEL = """
globalThis.made = (state) => {
  const [listeners, saved, sent] = [[], [], []];
  return {
    saved,
    sent,
    get: (name) => state[name],
    set(name, value) {
      const isNew = JSON.stringify(state[name]) !== JSON.stringify(value);
      state[name] = value;
      if (isNew) for (const [event, listener] of listeners) if (event === `change:${name}`) listener();
    },
    save_changes: () => saved.push(state.focus),
    send: (message) => sent.push(message),
    on: (...listener) => listeners.push(listener),
    off(event, gone) {
      listeners.splice(0, listeners.length, ...listeners.filter(([, listener]) => listener !== gone));
    },
  };
};
"""
BEGIN = "() => { globalThis.stop = widget.initialize({ model }); }"


@pytest.fixture(scope="module")
def translator(app_folder: Path) -> Translator:
    return transformer.load(app_folder)


@pytest.fixture(scope="module")
def translation(translator: Translator) -> Translation:
    return translator.decode(SENTENCE, Greedy(), record=True)


@contextmanager
def notebook(browser: Any, folder: Path, shown: Any, *others: str) -> Iterator[Any]:
    """A page with a view's output and other HTML. The widget's model is `model`, its script `widget`."""
    state = {name: getattr(shown, name) for name in ("focus", "frame", "page", "title")}
    script = bundle(VIEWER / "notebook" / "widget.js").script_into("globalThis.widget")
    told = json.dumps(state).replace("<", "\\u003c")
    output = shown._repr_mimebundle_()[0]["text/html"]
    path = folder / "notebook.html"
    path.write_text(
        f"<!doctype html><meta charset='utf-8'><body>{output}{''.join(others)}<div id='cell'></div>"
        f"<script type='module'>{script}\n{MODEL}globalThis.model = made({told});</script>",
        encoding="utf-8",
    )
    with visit(browser, path.as_uri()) as page:
        page.wait_for_function("globalThis.model")
        yield page


def test_a_trace_and_python_follow_each_other(browser: Any, translator: Translator, tmp_path: Path) -> None:
    shown = view(translator.trace(SENTENCE))
    with notebook(browser, tmp_path, shown) as page:
        first = page.frame_locator("iframe").first
        first.locator("#head").select_option("2")
        expect(first.locator("#head")).to_have_value("2")
        # The widget comes later than the picture, and knows better; a second picture of it is drawn in a cell.
        page.evaluate_handle(BEGIN)
        expect(first.locator("#head")).to_have_value("mean")
        page.evaluate_handle("widget.render({ model, el: document.getElementById('cell') })")
        second = page.frame_locator("iframe").last
        expect(second.locator("#kind")).to_have_value("Cross-attention")

        chosen = {"kind": "encoder", "layer": 0, "head": 1, "token": 2}
        page.evaluate_handle("(focus) => model.set('focus', focus)", chosen)
        for each in (first, second):
            expect(each.locator("#kind")).to_have_value("Encoder self-attention")
            expect(each.locator("#layer")).to_have_value("1")
            expect(each.locator("#head")).to_have_value("2")
        eventually(page, lambda: page.evaluate("model.saved"), [])  # Python knows

        second.locator("#layer").select_option("2")
        eventually(page, lambda: page.evaluate("model.saved"), [{**chosen, "layer": 1}])
        expect(first.locator("#layer")).to_have_value("2")
        first.locator("canvas").press("ArrowDown")
        first.locator("canvas").press("Enter")
        eventually(page, lambda: page.evaluate("model.saved.at(-1)"), {**chosen, "layer": 1, "token": 3})
        first.locator("#kind").select_option("Cross-attention")
        eventually(page, lambda: page.evaluate("model.saved.at(-1).kind"), "cross")
        expect(second.locator("#kind")).to_have_value("Cross-attention")
        eventually(page, lambda: page.evaluate("model.saved.length"), 3)


def test_a_translation_asks_for_a_branch_and_shows_it(browser, translator, translation, tmp_path) -> None:
    shown = view(translation)
    with notebook(browser, tmp_path, shown) as page:
        page.evaluate_handle(BEGIN)
        frame = page.frame_locator("iframe").first
        page.evaluate_handle("model.set('focus', { kind: 'cross', layer: 1, head: 1, token: 1 })")
        expect(frame.locator(".count")).to_have_text(f"step 2 of {len(translation.tokens)}")
        expect(frame.locator("[role=radio][aria-checked=true]", has_text="2")).to_have_count(2)  # layer and head
        frame.locator("button.option:not(.taken)").first.click()
        eventually(page, lambda: page.evaluate("model.sent.length"), 1)
        asked = page.evaluate_handle("model.sent[0]").json_value()
        assert asked["fork"]["step"] == 1
        eventually(page, lambda: page.evaluate("model.saved"), [])

        shown._handle_custom_msg(asked, [])
        assert shown.shown == translator.fork(translation, **asked["fork"])
        for name in ("page", "title", "focus"):
            page.evaluate_handle("([name, value]) => model.set(name, value)", [name, getattr(shown, name)])
        expect(frame.locator("nav.path .branch")).to_have_count(2)
        expect(frame.locator(".count")).to_have_text(f"step 2 of {len(shown.shown.tokens)}")
        frame.get_by_role("button", name="One step forward").click()
        eventually(page, lambda: page.evaluate("model.saved.at(-1)?.token"), 2)
        frame.get_by_role("button", name="Undo").click()
        eventually(page, lambda: page.evaluate("model.sent.at(-1)"), {"back": 0})


def test_only_the_two_hear_each_other(browser: Any, translation: Translation, tmp_path: Path) -> None:
    shown = view(translation)
    stranger = view(translation)._repr_mimebundle_()[0]["text/html"]
    with notebook(browser, tmp_path, shown, stranger, translation._repr_html_()) as page:
        page.evaluate_handle(BEGIN)
        frames = [page.frame_locator("iframe").nth(number) for number in range(3)]
        counts = [frame.locator(".count") for frame in frames]
        for count in counts:
            expect(count).to_have_text(re.compile("^step"))
        begun = [count.inner_text() for count in counts]
        good, last = (
            {"kind": "cross", "layer": 0, "head": None, "token": token} for token in (2, len(translation.tokens) - 1)
        )
        tell = "([at, focus]) => frames[at].postMessage({ glassformer: { focus } }, '*')"
        answer = "(focus) => parent.postMessage({ glassformer: { focus, fork: {} } }, '*')"
        for focus in ({**good, "layer": "0"}, {**good, "token": -1}, {"kind": "cross"}, None):
            page.evaluate_handle(tell, [0, focus])
            page.frames[1].evaluate_handle(answer.replace(", fork: {}", ""), focus)
        page.evaluate_handle(tell, [2, last])  # it belongs to no widget
        # From the notebook's window itself, and from a frame that is another widget's.
        page.evaluate_handle(answer.replace("parent.", ""), last)
        page.frames[2].evaluate_handle(answer, last)
        page.evaluate_handle("(focus) => model.set('focus', focus)", {**good, "token": 1})
        expect(frames[0].locator(".count")).to_have_text(f"step 2 of {len(translation.tokens)}")
        frames[0].get_by_role("button", name="One step forward").click()
        eventually(page, lambda: page.evaluate("model.saved"), [good])
        eventually(page, lambda: page.evaluate("model.sent"), [])
        for count, text in zip(counts[1:], begun[1:], strict=True):
            expect(count).to_have_text(text)
        page.evaluate_handle("model.set('focus', { kind: 'cross', layer: 99, head: 99, token: 99 })")
        eventually(page, lambda: page.evaluate("model.saved.at(-1).token"), len(translation.tokens) - 1)  # the nearest


def test_outputs_without_a_widget_are_whole_and_ask_for_nothing(browser, translator, translation, tmp_path) -> None:
    trace = translator.trace(SENTENCE)
    shown = [each._repr_html_() for each in (trace, trace.attention("cross", 0), translation)]
    path = tmp_path / "notebook.html"
    path.write_text(f"<!doctype html><meta charset='utf-8'>{''.join(shown)}", encoding="utf-8")
    with visit(browser, path.as_uri()) as page:
        asked: list[str] = []
        page.on("request", lambda request: asked.append(request.url))
        whole, alone, player = (page.frame_locator("iframe").nth(at) for at in range(3))
        expect(whole.locator("#sentence")).to_contain_text("The dog eats")
        expect(whole.locator("select")).to_have_count(3)
        expect(alone.locator("h1")).to_have_text("Cross-attention, layer 1")
        expect(alone.locator("select")).to_have_count(1)
        expect(alone.locator("#sentence, #model")).to_have_count(0)
        for frame in page.locator("iframe").all():
            fits = "(frame) => frame.contentDocument.documentElement.scrollHeight <= frame.clientHeight"
            page.wait_for_function(fits, arg=frame.element_handle())  # it hears of its size when it has been laid out
        whole.locator("#kind").select_option(label="Encoder self-attention")
        expect(whole.locator("canvas")).to_have_attribute("data-rows", re.compile(" The "))
        player.get_by_label("Step", exact=True).focus()
        page.keyboard.press("Home")
        player.get_by_role("button", name="One step forward").click()
        expect(player.locator(".count")).to_have_text(f"step 2 of {len(translation.tokens)}")
        player.locator("button.option:not(.taken)").first.click()
        rows = translation.steps()
        token = int(rows[(rows["step"] == 1) & ~rows["taken"]].iloc[0]["id"])
        expect(player.locator("#asked")).to_have_text(f"In Python: model.fork(translation, step=1, token={token})")
        assert asked == []
