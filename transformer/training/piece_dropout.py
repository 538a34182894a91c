"""Piece dropout: split tokens at random, so that a model learns what their parts mean.

After BPE dropout (Provilkov et al. 2020, arXiv 1910.13267), which skips merges. Here a finished token is split into the
two pieces of its last merge, and each of those in turn with the same probability; that needs only token ids.
"""

from dataclasses import dataclass

import numpy as np

from transformer.corpora.encoding import Rows
from transformer.text.tokenizer import SubwordTokenizer


def token_halves(tokenizer: SubwordTokenizer) -> np.ndarray:
    """(V, 2), the ids of the two pieces that formed each merged token; −1 for characters and special tokens."""
    ids = tokenizer.ids
    halves = np.full((tokenizer.size, 2), -1, np.int32)
    for left, right in reversed(tokenizer.merge_ranks):  # of two merges into one token, the one learned first counts
        halves[ids[left + right]] = ids[left], ids[right]
    return halves


@dataclass(frozen=True)
class PieceDropout:
    """Splits tokens of sequences with probability `share`, as long as a sequence fits into `max_length`."""

    halves: np.ndarray
    share: float
    max_length: int

    def __call__(self, rows: Rows, chance: np.random.Generator) -> Rows:
        """A different spelling of the same texts; special tokens stay whole."""
        ids, lengths = rows
        is_new = np.ones(len(ids), bool)
        while True:
            split = is_new & (self.halves[ids, 0] >= 0)
            split[split] = chance.random(int(split.sum())) < self.share
            if not split.any():
                break
            pieces, times = self.halves[ids[split]], 1 + split
            places = np.concatenate([[0], np.cumsum(times)])  # of each token in the new spelling
            lengths = np.diff(places[np.cumsum(lengths)], prepend=0)
            first = places[:-1][split]
            ids, is_new = np.repeat(ids, times), np.repeat(split, times)
            ids[first], ids[first + 1] = pieces.T
        too_long = lengths > self.max_length
        if not too_long.any():
            return Rows(ids, lengths)
        numbers = np.arange(len(lengths))
        return Rows.joined([Rows(ids, lengths), rows]).take(np.where(too_long, len(lengths) + numbers, numbers))
