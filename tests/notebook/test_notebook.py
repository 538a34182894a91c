"""What the library returns, in a notebook: the pages that it shows, and what stands in them."""

import gzip
import json
from base64 import b64decode
from html import escape, unescape
from typing import Any

import pytest
import torch

import viewer.notebook  # noqa: F401 - what the library returns shows itself from here on
from transformer import Attention, Greedy, Trace, Translator
from transformer.text.words import sentence
from transformer.translator import load
from viewer.pictures.watch.steps import player
from viewer.pictures.watch.steps.branches import Branches
from viewer.transport.payload import Payload, unpack

SENTENCE = "The dog eats bread."


def page_of(value: Any, text: str) -> str:
    """The page in the frame, below a text that shows without scripts."""
    shown = value._repr_html_()
    above, _, frame = shown.partition('<iframe title="')
    assert above == f"<p>{escape(text)}</p>"
    assert frame.count("<") == 1  # nothing that could leave the frame
    assert len(shown) < 140_000  # a notebook keeps it; the tiny model says all that it may say
    opened = unescape(frame.split('srcdoc="')[1].removesuffix('"></iframe>'))
    page = gzip.decompress(b64decode(opened.split('id="packed">')[1].split("</script>")[0])).decode()
    for each in (opened, page):
        assert "default-src 'none'" in each
        assert each.count("</script>") == each.count("<script")
        for forbidden in ("https:", "http:", "\nexport default", "eval("):
            assert forbidden not in each.replace('"http://www.w3.org', ""), forbidden
    return page


def find_held(page: str) -> str:
    return page.split('id="data">')[1].split("</script>")[0]


@pytest.fixture(scope="module")
def trace(translator: Translator) -> Trace:
    return translator.trace(SENTENCE)


@pytest.mark.slow
def test_a_translation_is_the_player_with_what_the_page_would_send(translator: Translator) -> None:
    translation = translator.decode(SENTENCE, Greedy(), record=True)
    page = page_of(translation, f"{SENTENCE} → {translation.text}")
    assert "⟨data⟩" not in page
    sent = unpack(b64decode(find_held(page)))
    wanted: Payload = player.payload(translator, Branches("tiny", (translation,), (), ""), None)
    assert sent.facts == json.loads(json.dumps(wanted.facts))
    for name, tensor in wanted.tensors.items():
        torch.testing.assert_close(torch.tensor(sent.tensors[name]), torch.as_tensor(tensor))


def test_nothing_to_show_is_left_to_the_text(translator: Translator, comparison_models: object) -> None:
    assert translator.translate("")._repr_html_() is None
    squeezed = load("en-fr-gru").translate(SENTENCE)
    assert squeezed._repr_html_() is None
    assert squeezed.trace._repr_html_() is None
    looked = load("en-fr-bahdanau").translate(SENTENCE)
    assert page_of(looked, f"{SENTENCE} → {looked.text}")


@pytest.mark.slow
def test_a_trace_shows_every_head_of_every_attention(trace: Trace) -> None:
    held = json.loads(find_held(page_of(trace, f"{SENTENCE} → {sentence(trace.output_tokens)}")))
    assert held["sentence"] == SENTENCE
    assert [each["kind"] for each in held["kinds"]] == ["encoder", "decoder", "cross"]
    for each in held["kinds"]:
        for layer, weights in enumerate(each["weights"]):
            expected = trace.attention(each["kind"], layer)
            torch.testing.assert_close(torch.tensor(weights), expected.weights, atol=5.1e-5, rtol=0)
            assert [len(each["queries"]), len(each["keys"])] == list(expected.weights.shape[1:])
    assert held["focus"]["kind"] == "cross"
    attention = trace.attention("decoder", 1)
    between = f"{sentence(attention.queries)} to {sentence(attention.keys)}"
    alone = json.loads(find_held(page_of(attention, f"{attention}: from {between}")))
    assert (alone["layer"], [each["kind"] for each in alone["kinds"]]) == (1, ["decoder"])
    assert alone["kinds"][0]["weights"] == [held["kinds"][1]["weights"][1]]
    # A row of cross-attention is named by the token that it writes, which ends with the end of the sentence.
    assert held["kinds"][-1]["queries"][-1]["text"] == "</s>"
    assert held["kinds"][1]["queries"][0]["text"] == "<s>"


def test_tokens_cannot_leave_the_script_that_holds_them() -> None:
    hostile = ("</script><script>alert(1)//", "⟨data⟩")
    attention = Attention("cross", 0, hostile, hostile, torch.eye(2).unsqueeze(0))
    held = find_held(page_of(attention, f"{attention}: from {''.join(hostile)} to {''.join(hostile)}"))
    assert [each["text"] for each in json.loads(held)["kinds"][0]["queries"]] == list(hostile)
