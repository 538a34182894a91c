"""The browser's own model makes of a sentence what a chapter is sent of it."""

import importlib
from typing import Any

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.walk.frame import frame
from viewer.walk.frame.passage import passage_of
from viewer.widgets.payload import Payload

OF_SENTENCE = ("sentence", "translation", "sizes", "tokens")
ONLY_SERVER = {"heads": ("here",), "scores": ("padding", "wholeModel")}
APART = 1e-4


@pytest.mark.slow
@pytest.mark.parametrize(("slug", "model"), [("heads", "en-fr"), ("heads", "en-de"), ("scores", "en-fr")])
def test_the_browser_makes_what_python_sends(slug: str, model: str) -> None:
    sentences = SENTENCES if slug == "heads" else SENTENCES[::4]
    sent = [sent_of(slug, model, sentence) for sentence in sentences]
    cases: list[Any] = [*zip(sentences, [{}] * len(sent), sent, strict=True), *((each, {}, None) for each in NOTHING)]
    made = browser_makes(f"walk/{slug}/live.js", model, cases)
    assert [each["facts"] for each in made[len(sent) :]] == [None] * len(NOTHING)
    for expected, live in zip(sent, made, strict=False):
        known = {name: expected.facts["frame"][name] for name in OF_SENTENCE}
        assert live["facts"] == {"frame": known, **dict.fromkeys(ONLY_SERVER[slug])}
        assert live["shapes"][0] == live["shapes"][1], known["sentence"]
        assert live["apart"] < APART, known["sentence"]


def sent_of(slug: str, model: str, sentence: str) -> Payload:
    """The tensors that the browser's model makes, as the page would send or compute them."""
    passage = passage_of(model, sentence)
    stage = importlib.import_module(f"viewer.walk.{slug}.stage").stage(passage)
    payload = frame.payload(slug, passage, stage).fetching("there")
    entering = {name: each for name, each in payload.tensors.items() if name == "memory" or name.endswith(".x")}
    weights = {f"{kind}.weights": all_layers(passage.trace, kind, "weights") for kind in ATTENTION_KINDS}
    return Payload(payload.facts, {**entering, **weights})
