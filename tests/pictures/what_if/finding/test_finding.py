"""The effect of a finding on a sentence: the browser's own model and the server find the library's."""

import math
from pathlib import Path
from typing import Any

import pytest
from live_payloads import browser_makes

from transformer import Greedy, Translator
from viewer.pictures.what_if.finding.finding import _answer
from viewer.transport.payload import Payload

SENTENCE = "The black dog, it sleeps in front of the door."
# What is asked for, and the same as an edit: a word after a comma, another in two pieces, two heads, nothing.
ASKED = (([9, 1], []), ([1, 2], []), ([0, 0], ["cross.1.2", "encoder.0.1"]), ([0, 0], []))


def test_the_browser_finds_the_effect_that_the_server_finds(tiny_folder: Path, translator: Translator) -> None:
    requests: list[dict[str, Any]] = [{"hide": hide, "heads": heads} for hide, heads in ASKED]
    cases = [(SENTENCE, {"needs": [], "decode": {"kind": "edited", **each}}, Payload({}, {})) for each in requests]
    plain = translator.decode(SENTENCE, Greedy())
    for each, made in zip(requests, browser_makes(str(tiny_folder), cases), strict=True):
        sent = _answer(str(tiny_folder), translator, {**each, "sentence": SENTENCE, "number": 1})
        texts, shares = list(sent["texts"]), sent["shares"]
        assert made["facts"]["texts"] == texts
        assert made["facts"]["shares"] == pytest.approx(shares, rel=1e-3, abs=0)
        assert texts[0] == plain.text
        assert shares[0] == pytest.approx(math.exp(plain.hypothesis.log_probability), rel=1e-4, abs=0)
        assert (shares[0] == pytest.approx(shares[1], rel=1e-3, abs=0)) is (each == requests[-1])


def test_what_a_stranger_asks_for_is_answered_with_a_reason(tiny_folder: Path, translator: Translator) -> None:
    whole = {"sentence": SENTENCE, "hide": [0, 0], "heads": [], "number": 1}
    for wrong in ({"heads": ["x"]}, {"hide": "ab"}, {"sentence": ""}, {"place": "moon", "other": "A cat."}):
        assert _answer(str(tiny_folder), translator, {**whole, **wrong}).get("problem"), wrong
