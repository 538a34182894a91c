"""The browser's own model makes of a sentence what the player is sent of it."""

from typing import Any

import pytest
from live_payloads import NOTHING, SENTENCES, browser_makes

from transformer import Beam, Greedy
from viewer.app import resources
from viewer.pictures.watch.steps import branches
from viewer.pictures.watch.steps.player import payload, typing

STRATEGIES = ((Greedy(), ""), (Beam(5), ""), (Greedy(), "Moi, je"), (Beam(3), "Gestern"))
NUMBERS = ("probability", "log_probability", "drawn_from")
APART = 1e-4


@pytest.mark.slow
@pytest.mark.parametrize("model", ["en-fr", "en-de"])
def test_the_browser_makes_what_python_sends(model: str) -> None:
    translator, cases = resources.loaded(model), []
    for number, sentence in enumerate(SENTENCES):
        strategy, prefix = STRATEGIES[number % len(STRATEGIES)]
        beginning = translator.spell(prefix)
        sent = payload(translator, branches.follow(model, sentence, strategy, beginning.text, ()), None)
        more = typing(translator, model, sentence, strategy, beginning.ids)
        own = {name: sent.facts[name] for name in ("language", "reads", "alignedLayer", "strategy")}
        cases.append((sentence, {**more["search"], **own}, sent))
    made = browser_makes("pictures/watch/steps/live.js", model, [*cases, *((each, {}, None) for each in NOTHING)])
    assert [each["facts"] for each in made[len(cases) :]] == [None] * len(NOTHING)
    for (sentence, _, sent), drawn in zip(cases, made, strict=False):
        numbers = [numbers_of(each["branches"]["now"]) for each in (drawn["facts"], sent.facts)]
        assert numbers[0] == pytest.approx(numbers[1], abs=5e-4), sentence
        ranks = [ranks_of(each["branches"]["now"]) for each in (drawn["facts"], sent.facts)]
        assert ranks[0] == pytest.approx(ranks[1], abs=1), sentence
        assert drawn["facts"] == sent.facts, sentence
        assert drawn["shapes"][0] == drawn["shapes"][1], sentence
        assert drawn["apart"] < APART, sentence


def numbers_of(branch: dict[str, Any]) -> list[float]:
    """Takes the measured numbers out of a branch, sorted by token where there are several of a step."""
    for step in branch["steps"]:
        step.sort(key=lambda each: each["id"])
    of_steps = [each.pop(name) for step in branch["steps"] for each in step for name in NUMBERS]
    return [*of_steps, *branch.pop("entropies"), *branch.pop("logProbabilities")]


def ranks_of(branch: dict[str, Any]) -> list[int]:
    """Takes the ranks out of a branch: two tokens that are equally probable may change places."""
    return [each.pop("rank") for step in branch["steps"] for each in step]
