"""Sampling against distributions computed by hand, and what no strategy accepts."""

import collections
import math
from collections.abc import Callable

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import tiny_model

from transformer import Beam, GlassformerError, Greedy, Sampling
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import Search, SearchOptions
from transformer.decoding.strategies import beam_or_greedy

LOGITS = torch.log(torch.tensor([0.5, 0.05, 0.3, 0.15]))
some_logits = st.lists(st.floats(-8, 8), min_size=2, max_size=12).map(torch.tensor)


@pytest.mark.parametrize(
    ("strategy", "expected"),
    [
        (Sampling(temperature=0.5), [0.25 / 0.365, 0.0025 / 0.365, 0.09 / 0.365, 0.0225 / 0.365]),
        (Sampling(top_k=2), [0.625, 0.0, 0.375, 0.0]),
        (Sampling(top_p=0.6), [0.625, 0.0, 0.375, 0.0]),
        (Sampling(top_p=0.79), [0.625, 0.0, 0.375, 0.0]),
        (Sampling(top_p=0.4), [1.0, 0.0, 0.0, 0.0]),
        (Sampling(top_k=2, top_p=0.6), [1.0, 0.0, 0.0, 0.0]),  # of 0.625 and 0.375 the first alone reaches 0.6
    ],
)
def test_distributions_by_hand(strategy: Sampling, expected: list[float]) -> None:
    torch.testing.assert_close(strategy.drawn_from(LOGITS), torch.tensor(expected))


@given(
    logits=some_logits,
    temperature=st.floats(0.05, 20),
    top_k=st.none() | st.integers(1, 15),
    top_p=st.floats(0.01, 1.0),
)
def test_what_is_drawn_from_is_a_distribution_in_the_same_order(logits, temperature, top_k, top_p) -> None:
    drawn_from = Sampling(temperature, top_k, top_p).drawn_from(logits)
    assert drawn_from.sum().item() == pytest.approx(1.0, abs=1e-5)
    assert logits[drawn_from.argmax()] >= logits.max() - 1e-4  # equal after rounding
    kept = drawn_from > 0
    assert kept.sum() <= (top_k or len(logits))
    if kept.any() and not kept.all():
        assert logits[kept].min() >= logits[~kept].max() - 1e-4


def test_a_seed_draws_the_same_again_and_steps_differ() -> None:
    flat = torch.zeros(1000)
    drawn = [[Sampling(seed=seed).draw(flat, step) for step in range(20)] for seed in (1, 1, 2)]
    assert drawn[0] == drawn[1]
    assert drawn[0] != drawn[2]
    assert len(set(drawn[0])) > 15


def test_tokens_are_drawn_as_often_as_they_are_probable() -> None:
    strategy = [Sampling(seed=seed) for seed in range(4000)]
    counted = collections.Counter(each.draw(LOGITS, 0) for each in strategy)
    for token, probability in enumerate(LOGITS.exp().tolist()):
        assert counted[token] / 4000 == pytest.approx(probability, abs=0.025)


@pytest.mark.parametrize(
    ("make", "told"),
    [
        *((lambda each=each: Sampling(temperature=each), "temperature") for each in (0.0, 1e9, math.nan)),
        (lambda: Sampling(top_k=0), "Top-k"),
        *((lambda each=each: Sampling(top_p=each), "Top-p") for each in (0.0, 1.2)),
        *((lambda each=each: beam_or_greedy(each), "beam size") for each in (0, -1, 33)),
        *((lambda each=each: Greedy(each), "length penalty") for each in (-0.1, 6.0, math.nan)),
        *((lambda each=each: Beam(3, each), "length penalty") for each in (-0.1, 6.0, math.nan)),
        (lambda: beam_or_greedy(1, math.nan), "length penalty"),
    ],
)
def test_what_no_strategy_accepts_is_refused(make: Callable[[], object], told: str) -> None:
    with pytest.raises(GlassformerError, match=told):
        make()


def test_a_beam_of_one_is_greedy_decoding() -> None:
    assert beam_or_greedy(1, 0.6) == Greedy(0.6)
    assert beam_or_greedy(2, 0.6) == Beam(2, 0.6)
    assert beam_or_greedy() == Beam(5, 1.0)


def test_every_strategy_decodes_each_source_by_its_own_rule() -> None:
    model, sources = tiny_model(3, tied_embeddings=False, norm="pre"), [[4, 5, 6, 3], [7, 8, 3]]
    options = SearchOptions(6, [[11], []], record=True)
    assert Greedy(0.6).search(model, sources, options) == [
        Search((each,)) for each in greedy(model, sources, options, alpha=0.6)
    ]
    assert Beam(3, 0.6).search(model, sources, options) == beam_search(model, sources, 3, 0.6, options)
    sampling = Sampling(3.0, seed=2)
    drawn = sampling.search(model, sources, options)
    assert drawn == [Search((each,)) for each in greedy(model, sources, options, choose=sampling.draw)]


def test_a_file_and_a_table_name_the_strategy_and_its_settings() -> None:
    assert Greedy(0.6).as_json() == {"name": "greedy", "alpha": 0.6}
    assert Beam(4, 0.5).as_json() == {"name": "beam", "size": 4, "alpha": 0.5}
    assert Sampling(0.7, top_k=4, seed=9).as_json() == {
        "name": "sampling",
        "temperature": 0.7,
        "top_k": 4,
        "top_p": 1.0,
        "seed": 9,
    }
    assert [Greedy().label, Beam(4, 0.5).label] == ["greedy", "beam 4, alpha 0.5"]
