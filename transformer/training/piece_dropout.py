"""Piece dropout: tokens are taken apart at random, so that a model learns what their parts mean.

After BPE dropout (Provilkov et al. 2020, arXiv 1910.13267), which leaves out merges while a word is being put together.
Here a finished token is taken apart into the two pieces of its last merge, and each of these again, with the same
probability: the same spellings for nearly all words, and it works on token ids alone.
"""

import random
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from transformer.text.tokenizer import SubwordTokenizer


def token_halves(tokenizer: SubwordTokenizer) -> dict[int, tuple[int, int]]:
    """For every token that was merged, the ids of the two pieces of its first merge; characters have none."""
    ids = tokenizer.ids
    halves: dict[int, tuple[int, int]] = {}
    for left, right in tokenizer.merge_ranks:  # in the order in which they were learned
        halves.setdefault(ids[left + right], (ids[left], ids[right]))
    return halves


@dataclass(frozen=True)
class PieceDropout:
    """Spells token sequences anew.

    Attributes:
        halves: see `token_halves`.
        share: how often a token is taken apart; 0 leaves all as they are, 1 leaves single characters.
        max_length: a sequence that would become longer than this stays as it is.
    """

    halves: Mapping[int, tuple[int, int]]
    share: float
    max_length: int

    def __call__(self, tokens: Sequence[int], chance: random.Random) -> list[int]:
        """Another spelling of the same text; special tokens stay whole.

        Args:
            tokens: ids.
            chance: decides.
        """
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
