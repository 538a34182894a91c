"""Why a word is split as it is by a Unigram model (Kudo 2018, arXiv 1804.10959).

Every piece has a probability, learned beforehand. A cut's probability is the product of those of its pieces,

    ln p(x_1 … x_n) = Σ_i ln p(x_i)

and the most probable cut of all is read.
"""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Cut:
    """One way to split a word.

    Attributes:
        pieces: that it consists of. logs: the natural logarithm of each one's probability.
    """

    pieces: tuple[str, ...]
    logs: tuple[float, ...]


def best_cuts(word: str, logs: Mapping[str, float], count: int = 4) -> tuple[Cut, ...]:
    """The most probable ways to split a word into known pieces, the best first; none if there is no way.

    Args:
        word: with `▁` for the space before it.
        logs: of every known piece, the natural logarithm of its probability, see `PairedTokenizer.logs`.
        count: how many at most.
    """
    longest = max(map(len, logs), default=0)
    best: list[list[tuple[float, tuple[str, ...]]]] = [[(0.0, ())]]  # of the word up to each character
    for end in range(1, len(word) + 1):
        found = [
            (total + logs[piece], (*pieces, piece))
            for begin in range(max(0, end - longest), end)
            if (piece := word[begin:end]) in logs
            for total, pieces in best[begin]
        ]
        best.append(sorted(found, key=lambda each: -each[0])[:count])
    return tuple(Cut(pieces, tuple(logs[piece] for piece in pieces)) for _, pieces in best[-1])
