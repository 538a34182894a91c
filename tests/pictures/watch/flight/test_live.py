"""The browser's own model makes of a sentence what Python sends of it."""

from typing import Any

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from viewer.app.several_sentences import sentences_of
from viewer.pictures.watch.flight.stage import payload

APART = 2**-11 + 1e-4  # of 1 or of the number itself: half a step of 16 bits, and rounding on the way
KNOWN = ("language", "reads", "alignedLayer", "leaves", "sizes")
NEEDS = ("layer.encoder.5", "layer.decoder.1", "embed.decoder", "next.1", "neuron.encoder.2.17")
SEVERAL = ("One. Two.", "Why? Because!", 'He said "no." I left.', "1. Wash. 2. Dry it.", "One\u2028Two", "Wait… What?")


@pytest.fixture(scope="module", params=["en-fr", "en-de"])
def compared(request: pytest.FixtureRequest) -> list[Any]:
    """For each of the texts what Python sends, if anything, and what the browser makes of it."""
    texts = [*SENTENCES, *NOTHING, *SEVERAL]
    sent = [payload(request.param, each, NEEDS) for each in texts]
    known = [{name: each.facts[name] for name in KNOWN} | {"needs": NEEDS} if each else {} for each in sent]
    made = browser_makes("pictures/watch/flight/live.js", request.param, list(zip(texts, known, sent, strict=True)))
    return list(zip(texts, sent, made, strict=True))


@pytest.mark.slow
def test_the_browser_makes_what_python_sends(compared: list[Any]) -> None:
    for text, sent, made in compared:
        if sent is None:
            assert (text in NOTHING, made["facts"]) == (True, None)
            continue
        if made["several"]:
            continue
        expected, live = {**sent.facts, "trust": None}, made["facts"]
        del expected["engine"]  # the server alone knows
        steps = (expected["candidates"], live["candidates"])
        chances = [[each.pop("probability") for step in every for each in step] for every in steps]
        assert live == expected, text
        assert chances[1] == pytest.approx(chances[0], abs=1e-3), text
        assert made["shapes"][0] == made["shapes"][1], text
        assert made["apart"] < APART, text


@pytest.mark.slow
def test_a_text_of_several_sentences_is_left_to_the_server(compared: list[Any]) -> None:
    left = {text for text, _, made in compared if made["several"]}
    assert left == {text for text, _, _ in compared if len(sentences_of(text)) > 1} == set(SEVERAL)
