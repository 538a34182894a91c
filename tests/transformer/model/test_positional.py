"""Sinusoids against the paper's formula, and learned positions."""

import math

import pytest
import torch
from tiny import random_tokens, record_pass, tiny_model

from transformer.model.loss import translation_loss
from transformer.model.positional import LearnedPositions, SinusoidalPositions, sinusoid_table


@pytest.mark.parametrize("base", [10_000.0, 50.0])
def test_sinusoids_follow_the_formula_entry_by_entry(base: float) -> None:
    table = sinusoid_table(300, 10, base)
    for position in (0, 1, 7, 299):
        for i in range(5):
            angle = position / base ** (2 * i / 10)
            assert table[position, 2 * i].item() == pytest.approx(math.sin(angle), abs=1e-6)
            assert table[position, 2 * i + 1].item() == pytest.approx(math.cos(angle), abs=1e-6)


def test_far_positions_stay_exact() -> None:
    assert sinusoid_table(100_000, 4)[99_999, 0].item() == pytest.approx(math.sin(99_999), abs=1e-6)


def test_the_model_uses_the_base_of_its_configuration() -> None:
    activations = record_pass(tiny_model(position_base=7.0), random_tokens(1, 5), random_tokens(1, 4))
    assert torch.equal(activations["encoder.positions"], sinusoid_table(5, 16, 7.0))
    assert torch.equal(activations["decoder.positions"], sinusoid_table(4, 16, 7.0))


def test_positions_begin_where_the_cache_ends() -> None:
    positions = SinusoidalPositions(20, 8)
    assert torch.equal(positions(5, 3), sinusoid_table(20, 8)[5:8])


def test_learned_positions_are_trained_and_sinusoids_are_not() -> None:
    model = tiny_model(positions="learned")
    assert isinstance(model.positions, LearnedPositions)
    translation_loss(model, random_tokens(1, 5), random_tokens(1, 4)).backward()
    gradient = model.positions.table.grad
    assert (gradient[:5].abs().sum(dim=1) > 0).all()
    assert (gradient[5:] == 0).all()
    assert not list(tiny_model().positions.parameters())
    assert not [name for name in tiny_model().state_dict() if "position" in name]
