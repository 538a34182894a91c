"""The browser's own model makes of a sentence what the chapter is sent of it."""

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.walk.frame import frame
from viewer.walk.frame.passage import passage_of
from viewer.walk.heads.stage import stage
from viewer.widgets.payload import Payload

OF_SENTENCE = ("sentence", "translation", "sizes", "tokens")
APART = 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_browser_makes_what_python_sends(model: str) -> None:
    sent = [sent_of(model, sentence) for sentence in SENTENCES]
    cases = [*zip(SENTENCES, [{}] * len(sent), sent, strict=True), *((each, {}, None) for each in NOTHING)]
    made = browser_makes("walk/heads/live.js", model, cases)
    assert [each["facts"] for each in made[len(sent) :]] == [None] * len(NOTHING)
    for expected, live in zip(sent, made, strict=False):
        known = {name: expected.facts["frame"][name] for name in OF_SENTENCE}
        assert live["facts"] == {"frame": known, "here": None, "difference": None}
        assert live["shapes"][0] == live["shapes"][1], known["sentence"]
        assert live["apart"] < APART, known["sentence"]


def sent_of(model: str, sentence: str) -> Payload:
    passage = passage_of(model, sentence)
    assert passage is not None
    made = stage(passage)
    payload = frame.payload("heads", passage, made, "constants")
    weights = {f"{kind}.weights": all_layers(passage.trace, kind, "weights") for kind in ATTENTION_KINDS}
    return Payload(payload.facts, {**payload.tensors, **weights})  # which the page would compute
