"""What is sent to the browser and written into the file."""

import json
from types import SimpleNamespace
from typing import Any, cast

import numpy as np
import pytest

from transformer import Greedy, Translation
from transformer.decoding.search import Hypothesis, Search, length_penalty
from transformer.text.source import Source
from transformer.text.trust import Level
from viewer.app.state import Focus
from viewer.pictures.watch.translate.badge import Badge
from viewer.pictures.watch.translate.cards import SCALE, for_browser
from viewer.pictures.watch.translate.comparison import Comparison, Side
from viewer.pictures.watch.translate.download import for_file

LAYERS, HEADS = 2, 3
SOURCE = Source("I see zyx", (4, 5, 6, 2, 3), ("▁I", "▁see", "▁zy", "x", "</s>"), cut=False)


def side(tokens: tuple[str, ...], log_probabilities: tuple[float, ...], seed: int) -> Side:
    hypothesis = Hypothesis(tuple(range(len(tokens))), log_probabilities, 0.0, finished=True)
    vocabulary = SimpleNamespace(decode=lambda _: "texte", tokens=lambda _: tokens)
    asked = cast(Any, SimpleNamespace(tokenizer=vocabulary))
    translation = Translation(SOURCE, Search((hypothesis,)), asked, 0.012, Greedy())
    weights = np.random.default_rng(seed).random((LAYERS, HEADS, len(tokens), len(SOURCE.ids)))
    return Side(translation, 1.0, weights / weights.sum(axis=-1, keepdims=True))


@pytest.fixture
def comparison() -> Comparison:
    return Comparison(
        side(("▁Je", "▁vois", "</s>"), (-0.5, -1.0, -0.25), 1),
        side(("▁Je", "▁regarde", "▁zyx", "</s>"), (-0.5, -1.5, -0.25, -0.125), 2),
        beam_size=5,
        others=((Hypothesis((7, 8), (-1.0, -2.0), -2.5, finished=True), "<b>autre</b>"),),
        badge=Badge(Level.CAREFUL, "Read with care", ("Because.",), rare_words=("zyx",)),
        aligned_layer=1,
    )


def test_the_scores_are_the_papers_of_gnmt(comparison: Comparison) -> None:
    greedy = for_browser(comparison, None)["cards"][0]
    assert greedy["logProbability"] == pytest.approx(-1.75)
    assert greedy["penalty"] == length_penalty(3, 1.0)
    assert greedy["score"] == pytest.approx(-1.75 / length_penalty(3, 1.0))


def test_every_weight_is_sent_and_stands_where_the_browser_looks_for_it(comparison: Comparison) -> None:
    data = for_browser(comparison, Focus("cross", 0, None, 2, "greedy"))
    assert data["partedAt"] == 1
    assert data["focus"] == {"layer": 0, "head": None, "token": 2, "card": "greedy"}
    for card, shown in zip(data["cards"], (comparison.greedy, comparison.beam), strict=True):
        tokens, keys = len(card["chips"]), len(data["source"])
        assert len(card["attention"]) == LAYERS * HEADS * tokens * keys
        for layer, head, token, key in ((0, 0, 0, 0), (1, 2, 1, 3), (0, 1, 2, 4)):
            # As compare.js counts, in weightsOf.
            sent = card["attention"][((layer * data["heads"] + head) * tokens + token) * keys + key]
            assert sent / data["scale"] == pytest.approx(shown.attention[layer, head, token, key], abs=0.5 / SCALE)


def test_both_forms_are_json_and_the_file_holds_all(comparison: Comparison) -> None:
    json.dumps(for_browser(comparison, None), allow_nan=False)
    written = json.loads(json.dumps(for_file(comparison, "tiny"), allow_nan=False))
    assert written["source"]["tokens"] == list(SOURCE.tokens)
    assert np.shape(written["beam"]["cross_attention"]) == (LAYERS, HEADS, 4, 5)
    assert np.allclose(written["beam"]["cross_attention"], comparison.beam.attention, atol=1e-4)
    assert written["beam"]["size"] == 5
    assert written["other_hypotheses"][0]["text"] == "<b>autre</b>"
