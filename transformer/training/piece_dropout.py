"""Piece dropout: split tokens at random, so that a model learns what their parts mean.

After BPE dropout (Provilkov et al. 2020, arXiv 1910.13267), which skips merges. Here a finished token is split into the
two pieces of its last merge, and each of those in turn with the same probability; that needs only token ids.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from transformer.text.tokenizer import SubwordTokenizer


def token_halves(tokenizer: SubwordTokenizer) -> dict[int, tuple[int, int]]:
    """The ids of the two pieces that formed each merged token; characters have none."""
    ids = tokenizer.ids
    halves: dict[int, tuple[int, int]] = {}
    for left, right in tokenizer.merge_ranks:  # in the order of learning
        halves.setdefault(ids[left + right], (ids[left], ids[right]))
    return halves


@dataclass(frozen=True)
class PieceDropout:
    """Splits tokens of a sequence with probability `share`, as long as it fits into `max_length`."""

    halves: Mapping[int, tuple[int, int]]
    share: float
    max_length: int

    def __call__(self, tokens: Sequence[int], chance: random.Random) -> list[int]:
        """A different spelling of the same text; special tokens stay whole."""
        pieces: list[int] = []
        waiting = list(reversed(tokens))
        while waiting:
            token = waiting.pop()
            parts = self.halves.get(token)
            if parts is not None and chance.random() < self.share:
                waiting.extend(reversed(parts))
            else:
                pieces.append(token)
        return pieces if len(pieces) <= self.max_length else list(tokens)
