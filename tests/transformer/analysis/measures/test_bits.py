"""Fewer bits: rows keep their ends, and the model stays as it was."""

from pathlib import Path

import pytest
import torch
from tiny import PAIRS

import transformer
from transformer.analysis.measures.bits import measure_bits, round_rows, with_bits
from transformer.corpora import Pair


@pytest.mark.parametrize("bits", [2, 3, 4, 8])
def test_a_row_has_so_many_numbers_from_its_lowest_to_its_highest(bits: int) -> None:
    matrix = torch.cat([torch.randn(4, 400), torch.full((1, 400), 0.3)])
    rounded = round_rows(matrix, bits)
    assert max(len(row.unique()) for row in rounded) <= 2**bits
    torch.testing.assert_close(torch.stack(rounded.aminmax(dim=1)), torch.stack(matrix.aminmax(dim=1)))
    step = (matrix.amax(1) - matrix.amin(1)) / (2**bits - 1)
    assert ((rounded - matrix).abs() <= step[:, None] / 2 + 1e-6).all()


def test_only_the_copys_matrices_are_rounded(tiny_folder: Path) -> None:
    stored = transformer.load(tiny_folder)
    rounded = with_bits(stored, 3)
    measured = measure_bits({16: stored, 3: rounded}, 16, [Pair(*pair) for pair in PAIRS[:2]])
    assert [(row.bits, row.changed > 0) for row in measured.rows] == [(16, False), (3, True)]
    for name, weight in transformer.load(tiny_folder).model.named_parameters():
        assert torch.equal(stored.model.get_parameter(name), weight)
        expected = round_rows(weight, 3) if weight.dim() > 1 else weight
        assert torch.equal(rounded.model.get_parameter(name), expected)
