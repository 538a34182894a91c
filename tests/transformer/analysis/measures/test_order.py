"""How alike positions are, and what order means to the encoder."""

import math

import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import tiny_model

from transformer.analysis.measures.order import (
    cosine,
    encode_in_orders,
    largest_difference,
    match_order,
    similarity,
)
from transformer.model.positional import sinusoid_table


@given(st.integers(1, 40), st.sampled_from([4, 16, 48]), st.floats(2, 1e5))
def test_similarity_of_sinusoids_is_symmetric_and_depends_on_the_distance_alone(length, d_model, base) -> None:
    alike = similarity(sinusoid_table(length, d_model, base))
    torch.testing.assert_close(alike, alike.T)
    torch.testing.assert_close(alike.diagonal(), torch.full((length,), d_model / 2), rtol=1e-5, atol=1e-4)
    for distance in range(length):
        expected = sum(math.cos(distance / base ** (2 * i / d_model)) for i in range(d_model // 2))
        on_diagonal = alike.diagonal(distance)
        torch.testing.assert_close(on_diagonal, torch.full_like(on_diagonal, expected), rtol=1e-4, atol=1e-3)


def test_cosine_is_that_of_the_angle() -> None:
    table = torch.randn(5, 7)
    one, other = table[1], table[3]
    expected = (one @ other) / (one.norm() * other.norm())
    torch.testing.assert_close(cosine(table)[1, 3], expected)
    torch.testing.assert_close(cosine(table), cosine(table * torch.arange(1, 6).unsqueeze(1)))


@given(st.permutations(range(6)), st.lists(st.integers(4, 6), min_size=6, max_size=6))
def test_repeated_tokens_are_matched_each_with_one_of_its_own_kind(order: list[int], ids: list[int]) -> None:
    shuffled = [ids[place] for place in order]
    matched = match_order(ids, shuffled)
    assert sorted(matched) == list(range(6))
    assert [ids[place] for place in matched] == shuffled


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_without_positions_order_changes_nothing_and_with_them_it_does(norm: str, positions: str) -> None:
    model = tiny_model(norm=norm, positions=positions).double()
    ids = [5, 9, 5, 12, 7, 9, 3]  # with tokens that stand twice
    order = (4, 1, 6, 3, 0, 2, 5)
    off = encode_in_orders(model, ids, [range(7), order], positions=False)
    on = encode_in_orders(model, ids, [range(7), order], positions=True)
    assert off.dtype == torch.float64
    assert largest_difference(off) == 0.0
    assert largest_difference(on) > 0.05
    torch.testing.assert_close(off[0, 0], off[0, 2])  # the same token twice: without positions the same vector


def test_rows_are_put_back_where_their_tokens_stood() -> None:
    model = tiny_model()
    ids, order = [5, 9, 12, 7], (2, 0, 3, 1)
    both = encode_in_orders(model, ids, [range(4), order], positions=True)
    torch.testing.assert_close(both[0], model.encode(torch.tensor([ids]))[0], rtol=1e-4, atol=1e-5)
    shuffled = model.encode(torch.tensor([[12, 5, 7, 9]]))[0]
    for place, stood in enumerate(order):
        torch.testing.assert_close(both[1, stood], shuffled[place], rtol=1e-4, atol=1e-5)
