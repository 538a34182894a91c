"""Attention between words: what a word receives, what it spends, and which pieces make it."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer.analysis.measures.merging import merge_pieces_to_words


@st.composite
def cut_into_words(draw: st.DrawFn, longest: int = 7) -> list[list[int]]:
    lengths = draw(st.lists(st.integers(1, 3), min_size=1, max_size=longest))
    ends = np.cumsum(lengths)
    return [list(range(end - length, end)) for length, end in zip(lengths, ends, strict=True)]


def by_hand(weights: np.ndarray, queries: list[list[int]], keys: list[list[int]]) -> np.ndarray:
    return np.array([[np.mean([sum(weights[i, j] for j in key) for i in query]) for key in keys] for query in queries])


@given(cut_into_words(), cut_into_words(), st.integers(0, 1000))
def test_rows_are_averaged_and_columns_added_up(queries: list[list[int]], keys: list[list[int]], seed: int) -> None:
    sizes = (3, queries[-1][-1] + 1, keys[-1][-1] + 1)
    weights = torch.randn(sizes, generator=torch.Generator().manual_seed(seed), dtype=torch.float64).softmax(dim=-1)
    words = merge_pieces_to_words(weights, queries, keys)
    assert words.shape == (3, len(queries), len(keys))
    for head in range(3):
        np.testing.assert_allclose(words[head].numpy(), by_hand(weights[head].numpy(), queries, keys), atol=1e-12)
    torch.testing.assert_close(words.sum(dim=-1), torch.ones(3, len(queries), dtype=torch.float64))
