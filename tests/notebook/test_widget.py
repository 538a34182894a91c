"""A picture that answers to Python: where it looks, what an output holds, and the branches that it asks for."""

import re
import sys
from html import escape
from typing import Any

import pytest

from transformer import Attention, GlassformerError, Greedy, Trace, Translation, Translator
from viewer.notebook import view
from viewer.notebook.focus import Extent, update_focus

pytest.importorskip("anywidget", reason="the Python package anywidget is missing")
SENTENCE = "The dog eats bread."
WIDGET = "application/vnd.jupyter.widget-view+json"
EXTENTS = {"encoder": Extent(range(2), 4, 5), "cross": Extent(range(3, 5), 2, 7)}
CROSS = {"kind": "cross", "layer": 4, "head": 1, "token": 6}


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return translator.trace(SENTENCE)


@pytest.fixture(scope="module")
def translation(translator: Translator) -> Translation:
    return translator.decode(SENTENCE, Greedy(), record=True)


def test_a_part_of_a_focus_leaves_the_rest_and_what_does_not_exist_is_refused() -> None:
    for given, expected in (
        ({}, CROSS),
        ({"head": None, "layer": 3}, {**CROSS, "head": None, "layer": 3}),
        ({"kind": "encoder"}, {"kind": "encoder", "layer": 1, "head": 1, "token": 4}),  # the rest is clipped
    ):
        assert update_focus(given, CROSS, EXTENTS) == expected
    for given, words in (
        ({"layer": 2}, "There is no layer 2: choose from 3 to 4."),
        ({"token": -1}, "There is no token -1: choose from 0 to 6."),
        ({"head": True}, "Head must be a whole number"),
        ({"layer": None}, "Layer must be a whole number"),
        ({"kind": "decoder"}, "There is no attention 'decoder' here: choose from encoder, cross."),
        ({"kind": []}, "There is no attention"),
        ({"row": 1}, "A focus has kind, layer, head and token, not 'row'."),
    ):
        with pytest.raises(GlassformerError, match=re.escape(words)):
            update_focus(given, CROSS, EXTENTS)


def test_without_anywidget_it_says_what_to_install(trace: Trace, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "anywidget", None)
    with pytest.raises(GlassformerError, match=re.escape("pip install 'glassformer[notebook]'")):
        view(trace)


def test_observers_hear_of_a_focus_from_python_and_from_the_picture(trace: Trace) -> None:
    shown = view(trace)
    layers = len([name for name in trace if name.endswith("cross_attention.weights")])
    assert shown.focus == {"kind": "cross", "layer": layers - 1, "head": None, "token": 0}
    heard: list[Any] = []
    shown.observe(lambda change: heard.append(change.new), "focus")
    shown.focus = {"kind": "encoder", "head": 1}
    chosen = {"kind": "decoder", "layer": 0, "head": None, "token": 2}
    shown.set_state({"focus": chosen})
    assert heard == [{"kind": "encoder", "layer": layers - 1, "head": 1, "token": 0}, chosen]
    with pytest.raises(GlassformerError):
        shown.focus = {"layer": layers}
    assert shown.focus == chosen


def test_an_output_shows_without_a_kernel_and_names_its_widget(translation, monkeypatch) -> None:
    monkeypatch.delenv("VSCODE_PID", raising=False)
    shown = view(translation)
    data, _ = shown._repr_mimebundle_()
    words = f"{SENTENCE} → {translation.text}"
    assert data["text/plain"] == words
    # The same page as without a widget, in a frame that the widget knows.
    assert data["text/html"] == shown._output.html(shown.frame)
    assert data["text/html"].startswith(f"<p>{escape(words)}</p><iframe title=")
    assert data["text/html"].count(f'srcdoc="{escape(shown.page)}"') == 1
    assert data["text/html"].count(f'data-glassformer="{shown.frame}"') == 1
    assert "data-glassformer" not in translation._repr_html_()
    assert WIDGET not in data
    monkeypatch.setenv("VSCODE_PID", "1")
    assert shown._repr_mimebundle_()[0][WIDGET]["model_id"] == shown.model_id


def test_a_click_on_a_different_token_takes_its_branch_and_back(translator, translation) -> None:
    shown = view(translation)
    heard: list[Translation] = []
    shown.observe(lambda change: heard.append(change.new), "shown")
    pages = [shown.page]
    shown.focus = {"token": 0}
    token = next(each for each in range(5, 60) if each != translation.hypothesis.tokens[1])
    shown._handle_custom_msg({"fork": {"step": 1, "token": token}}, [])
    branch = translator.fork(translation, 1, token)
    assert heard == [branch]
    assert shown.focus["token"] == 1
    assert shown.page not in pages
    for ignored in ({"fork": {"step": 1}}, {"back": 2}, {"back": -1}, {"back": "0"}, {}, "fork", None):
        shown._handle_custom_msg(ignored, [])
    assert shown.shown == branch
    shown._handle_custom_msg({"back": 0}, [])
    assert heard == [branch, translation]
    with pytest.raises(GlassformerError):
        shown._follow(shown, {"fork": {"step": 99, "token": token}}, [])
    assert shown.shown == translation


def test_something_else_in_the_same_place(translator: Translator, translation: Translation, trace: Trace) -> None:
    shown = view(trace.attention("decoder", 0))
    assert shown.focus["layer"] == 0
    shown.shown = trace.attention("cross", 1)
    assert shown.focus == {"kind": "cross", "layer": 1, "head": None, "token": 0}
    with pytest.raises(GlassformerError, match="There is no layer 0: choose from 1 to 1"):
        shown.focus = {"layer": 0}
    shown.shown = translation
    assert shown.title == f"Token by token: {SENTENCE}"
    for nothing in (translator.translate(""), "a text"):
        with pytest.raises(GlassformerError):
            shown.shown = nothing
        assert shown.shown == translation
        assert shown._repr_mimebundle_()[0]["text/plain"] == f"{SENTENCE} → {translation.text}"


def test_tokens_stay_text(trace: Trace) -> None:
    tokens = ('"><script>', "</p>")
    attention = trace.attention("cross", 0)
    hostile = Attention("cross", 0, tokens, tokens, attention.weights[:, :2, :2])
    html = view(hostile)._repr_mimebundle_()[0]["text/html"]
    assert html.count("<") == 4  # the text above and the frame
