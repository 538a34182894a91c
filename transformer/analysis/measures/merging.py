"""Attention between words instead of between pieces of words.

A tokenizer splits rare words into pieces, so one word has several rows and columns of an attention matrix A
(T × S). Between words it reads

    M = R A C,    R (T' × T): 1 / |I| where a piece belongs to the query word I,    C (S × S'): 1 where it belongs to J

Columns are added: a word receives what all its pieces receive. Rows are averaged: each piece spends one unit of
attention. So every row of M sums to one, and a causal mask stays causal.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

Words = Sequence[Sequence[int]]


def merge_pieces_to_words(weights: Tensor, query_words: Words, key_words: Words) -> Tensor:
    """Attention weights between words.

    Args:
        weights: (…, T, S), such as (H, T, S); rows are queries.
        query_words: the positions of each query word's pieces, T' words in all; a special token is a
            separate word.
        key_words: the same for the keys, S' words.

    Returns:
        (…, T', S'): M = R A C.
    """
    rows, columns = membership(query_words, weights.size(-2)), membership(key_words, weights.size(-1))
    averaging = (rows / rows.sum(dim=1, keepdim=True)).to(weights)
    return averaging @ weights @ columns.to(weights).T


def membership(words: Words, positions: int) -> Tensor:
    """Which position belongs to which word: (words, positions), 1 or 0."""
    matrix = torch.zeros(len(words), positions)
    for number, word in enumerate(words):
        matrix[number, list(word)] = 1
    return matrix
