"""The browser's own model makes of a sentence what the page is sent of both searches."""

from typing import Any

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from viewer.app import resources
from viewer.pictures.watch.search import tree

SIZES = (5, 1, 10)
APART = 1e-4
NUMBERS = ("logProbability", "total")


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_browser_makes_what_python_sends(model: str) -> None:
    translator, cases = resources.loaded(model), []
    for number, sentence in enumerate(SENTENCES):
        size = SIZES[number % len(SIZES)]
        sent = tree.payload(translator, tree.search(model, sentence, size, 1.0))
        known = {name: sent.facts[name] for name in ("size", "alpha", "alignedLayer")}
        cases.append((sentence, known, sent))
    made = browser_makes("pictures/watch/search/live.js", model, [*cases, *((each, {}, None) for each in NOTHING)])
    assert [each["facts"] for each in made[len(cases) :]] == [None] * len(NOTHING)
    for (sentence, _, sent), live in zip(cases, made, strict=False):
        expected = {name: value for name, value in sent.facts.items() if name not in ("engine", "scores")}
        numbers = [numbers_of(each) for each in (live["facts"], expected)]
        assert numbers[0] == pytest.approx(numbers[1], abs=APART), sentence
        assert live["facts"] == expected, sentence
        assert live["shapes"][0] == live["shapes"][1], sentence
        assert live["apart"] < APART, sentence


def numbers_of(facts: dict[str, Any]) -> list[float]:
    """Takes the log-probabilities out of the facts."""
    of_nodes = [node.pop(name) for node in facts["nodes"] for name in NUMBERS]
    return [*of_nodes, *(number for name in ("greedy", "beam") for number in facts[name].pop("logProbabilities"))]
