"""The table as a space, against NumPy and by hand."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer.analysis.measures.vocabulary import (
    idle_pieces,
    mean_cosine,
    nearest_neighbours,
    nearness,
    piece_kind,
    share_of_neighbours,
    typical_sizes,
)
from transformer.text.special_tokens import PAD


def table(rows: int = 40, width: int = 7, seed: int = 0) -> torch.Tensor:
    return torch.randn(rows, width, generator=torch.Generator().manual_seed(seed))


@given(st.integers(0, 1000), st.integers(1, 8))
def test_neighbours_are_those_that_a_plain_search_finds(seed: int, count: int) -> None:
    rows = table(seed=seed)
    asked = [3, 17, 3, 39]
    found = nearest_neighbours(rows, asked, count)
    numbers = rows.numpy().astype(np.float64)
    for place, token in enumerate(asked):
        norms = np.sqrt((numbers**2).sum(axis=1))
        cosines = numbers @ numbers[token] / (norms * norms[token])
        order = [other for other in np.argsort(-cosines) if other not in (token, PAD)][:count]
        assert found.ids[place].tolist() == order
        np.testing.assert_allclose(found.cosines[place], cosines[order], atol=1e-5)


@pytest.mark.parametrize(
    ("piece", "kind"),
    [
        ("▁love", "word start"),
        ("ing", "continuation"),
        ("n't", "continuation"),
        ("▁", "sign"),
        ("7", "sign"),
        ("▁?", "sign"),
        ("</s>", "special"),
        ("<pad>", "special"),
    ],
)
def test_what_a_piece_is(piece: str, kind: str) -> None:
    assert piece_kind(piece) == kind


def test_rows_beside_padding_are_idle() -> None:
    rows = table()
    rows[5], rows[6] = 2 * rows[PAD], -rows[PAD]
    assert idle_pieces(rows, 0.99).nonzero().flatten().tolist() == [PAD, 5]
    rows[PAD] = 0
    assert not idle_pieces(rows).any()


def test_typical_sizes_count_a_row_as_often_as_it_was_read() -> None:
    rows = torch.tensor([[3.0, 1.0], [100.0, 100.0], [4.0, 1.0]])
    sizes = typical_sizes(rows, torch.tensor([1, 0, 1]))
    torch.testing.assert_close(sizes, torch.tensor([12.5**0.5, 1.0]))


def test_a_group_that_keeps_to_itself_has_all_the_neighbours() -> None:
    rows = torch.randn(60, 8, generator=torch.Generator().manual_seed(1)) * 0.1
    group = torch.arange(60) >= 30
    rows[group, 0] += 5
    rows[~group, 0] -= 5
    assert share_of_neighbours(rows, group, group, 5) == 1
    assert share_of_neighbours(rows, ~group, group, 5) == 0
    assert share_of_neighbours(rows, torch.zeros(60, dtype=torch.bool), group, 5) == 0


def test_the_place_of_a_row_is_its_place_among_the_neighbours() -> None:
    rows = table()
    found = nearest_neighbours(rows, [3], 38)
    for place, (other, cosine) in enumerate(zip(found.ids[0].tolist(), found.cosines[0].tolist(), strict=True), 1):
        assert nearness(rows, 3, other) == (pytest.approx(cosine, abs=1e-6), place)


def test_the_mean_cosine_is_the_mean_over_all_pairs() -> None:
    rows = table(12).double().numpy()
    unit = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    pairs = [unit[a] @ unit[b] for a in range(12) for b in range(12) if a != b]
    assert mean_cosine(table(12)) == pytest.approx(np.mean(pairs), abs=1e-6)
