"""What-ifs of attention: against sums by hand, and what must hold for any scores."""

import math

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from torch import Tensor

from transformer.analysis.measures.what_if import (
    entropy,
    leak,
    multiplied_mask_weights,
    softmax_gradient,
    unscaled_weights,
)
from transformer.edits.scores import column_weights
from transformer.model.masks import causal_mask

SIZES = st.integers(1, 9)
SPREADS = st.floats(0.01, 40.0)


def some_scores(size: int, spread: float) -> Tensor:
    generator = torch.Generator().manual_seed(size * 1000 + int(spread * 10))
    return torch.randn(2, size, size, generator=generator, dtype=torch.float64) * spread


def test_entropy_by_hand() -> None:
    weights = torch.tensor([[1.0, 0.0, 0.0], [0.5, 0.5, 0.0], [0.25, 0.25, 0.5]])
    by_hand = [0.0, math.log(2), 0.5 * math.log(4) + 0.5 * math.log(2)]
    np.testing.assert_allclose(entropy(weights).numpy(), by_hand, rtol=1e-6)


def test_weights_of_a_multiplied_mask_by_hand() -> None:
    scores = torch.tensor([[1.0, 5.0], [1.0, 2.0]])
    weights = multiplied_mask_weights(scores, causal_mask(2))
    e = math.e
    np.testing.assert_allclose(
        weights.numpy(), [[e / (e + 1), 1 / (e + 1)], [e / (e + e**2), e**2 / (e + e**2)]], rtol=1e-6
    )
    np.testing.assert_allclose(leak(weights, causal_mask(2)).numpy(), [1 / (e + 1), 0.0], rtol=1e-6)


def test_unscaled_weights_by_hand() -> None:
    raw = torch.tensor([[3.0, 9.0, 9.0], [1.0, 2.0, 9.0], [0.0, 0.0, 0.0]])
    e = math.e
    by_hand = [[1, 0, 0], [1 / (1 + e), e / (1 + e), 0], [1 / 3, 1 / 3, 1 / 3]]
    np.testing.assert_allclose(unscaled_weights(raw, causal_mask(3)).numpy(), by_hand, rtol=1e-6)


@given(SIZES, SPREADS)
def test_rows_sum_to_one_and_entropy_lies_below_log_n(size: int, spread: float) -> None:
    scores, allowed = some_scores(size, spread), causal_mask(size)
    hidden = scores.masked_fill(~allowed, -math.inf).softmax(-1)
    widest = allowed.sum(dim=-1).log()
    for weights, bound in (
        (hidden, widest),
        (unscaled_weights(scores, allowed), widest),
        (multiplied_mask_weights(scores, allowed), torch.tensor(math.log(size))),
    ):
        torch.testing.assert_close(weights.sum(-1), torch.ones(2, size, dtype=torch.float64))
        assert (entropy(weights) >= 0).all()
        assert (entropy(weights) <= bound + 1e-6).all()


@given(st.integers(2, 6), st.floats(0.1, 8.0))
def test_the_gradient_of_the_softmax_is_what_autograd_finds(size: int, spread: float) -> None:
    scores, allowed = some_scores(size, spread)[0], causal_mask(size)
    weights = scores.masked_fill(~allowed, -math.inf).softmax(-1)
    found = softmax_gradient(weights, allowed)
    for query in range(size):
        keys = scores[query, : query + 1]  # those that it may look at
        jacobian = torch.autograd.functional.jacobian(lambda row: row.softmax(-1), keys)
        assert found[query].item() == pytest.approx(jacobian.abs().mean().item(), abs=1e-12)
    keys = allowed.sum(dim=-1)
    assert (found <= 2 * (1 - 1 / keys) / keys.square() + 1e-12).all()


def test_softmax_down_the_columns_by_hand() -> None:
    masked = torch.tensor([[0.0, -math.inf], [math.log(3.0), 5.0]])
    np.testing.assert_allclose(column_weights(masked).numpy(), [[0.25, 0.0], [0.75, 1.0]], rtol=1e-6)
