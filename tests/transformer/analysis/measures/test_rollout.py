"""Rollout: a sum over all paths through the layers."""

import itertools

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer.analysis.measures.rollout import rollout


def random_weights(layers: int, heads: int, length: int, seed: int, causal: bool = False) -> torch.Tensor:
    generator = torch.Generator().manual_seed(seed)
    scores = torch.randn(layers, heads, length, length, generator=generator, dtype=torch.float64)
    if causal:
        scores = scores.masked_fill(torch.ones(length, length).triu(1).bool(), -torch.inf)
    return scores.softmax(-1)


def test_it_is_the_sum_over_all_paths() -> None:
    weights = random_weights(3, 2, 4, seed=1)
    mean = weights.mean(1)
    reached = rollout(weights)
    for goal, start in itertools.product(range(4), repeat=2):
        total = 0.0
        for path in itertools.product(range(4), repeat=2):
            stations = [start, *path, goal]
            passed = 1.0
            for layer, (from_, to) in enumerate(itertools.pairwise(stations)):
                passed *= 0.5 * float(mean[layer, to, from_]) + (0.5 if from_ == to else 0.0)
            total += passed
        assert float(reached[2, goal, start]) == pytest.approx(total)


@given(st.integers(1, 4), st.integers(1, 3), st.integers(1, 6), st.booleans(), st.integers(0, 999))
def test_rows_sum_to_one_and_a_causal_mask_stays(layers: int, heads: int, length: int, causal: bool, seed: int) -> None:
    reached = rollout(random_weights(layers, heads, length, seed, causal))
    assert reached.shape == (layers, length, length)
    torch.testing.assert_close(reached.sum(-1), torch.ones(layers, length, dtype=torch.float64))
    assert bool((reached >= 0).all())
    if causal:
        assert not reached.triu(1).any()
