"""Sentence pairs as the model learns them: token ids, in padded batches of similar length.

"Sentence pairs were batched together by approximate sequence length" (section 5.1 of the paper); the length of a batch
is counted in tokens.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from typing import NamedTuple

import numpy as np
from torch import Tensor

from transformer.corpora.pairs import Pair
from transformer.text.padding import pad_rows
from transformer.text.tokenizer import SubwordTokenizer


class EncodedPair(NamedTuple):
    """Token ids of a pair: source with END; the same as typed in haste; target with START and END."""

    source: list[int]
    hasty_source: list[int]
    target: list[int]


class Rows(NamedTuple):
    """Sequences of different lengths, one after the other in one array: ids (N) and the lengths (R)."""

    ids: np.ndarray
    lengths: np.ndarray

    @classmethod
    def of(cls, sequences: Sequence[Sequence[int]]) -> "Rows":
        """The sequences as one array."""
        lengths = np.fromiter(map(len, sequences), np.int64, len(sequences))
        return cls(np.fromiter(chain.from_iterable(sequences), np.int32, int(lengths.sum())), lengths)

    @classmethod
    def joined(cls, parts: Iterable["Rows"]) -> "Rows":
        """The rows of all parts, in order."""
        ids, lengths = zip(Rows.of([]), *parts, strict=True)
        return cls(np.concatenate(ids), np.concatenate(lengths))

    @property
    def starts(self) -> np.ndarray:
        """Where each row begins, (R)."""
        return np.cumsum(self.lengths) - self.lengths

    def take(self, chosen: np.ndarray) -> "Rows":
        """These rows, in this order."""
        lengths = self.lengths[chosen]
        moved = self.starts[chosen] - (np.cumsum(lengths) - lengths)
        return Rows(self.ids[np.repeat(moved, lengths) + np.arange(lengths.sum())], lengths)


@dataclass(frozen=True)
class EncodedPairs:
    """Many `EncodedPair`s as arrays."""

    sources: Rows
    hasty_sources: Rows
    targets: Rows

    @classmethod
    def of(cls, pairs: Sequence[EncodedPair]) -> "EncodedPairs":
        """The pairs as arrays."""
        return cls(*(Rows.of([pair[side] for pair in pairs]) for side in range(3)))

    def __len__(self) -> int:
        return len(self.sources.lengths)

    @property
    def sides(self) -> tuple[Rows, Rows, Rows]:
        """All three."""
        return self.sources, self.hasty_sources, self.targets


class Batch(NamedTuple):
    """Padded token ids: source (B, S) and target (B, T + 1), and the number of target tokens to predict."""

    source: Tensor
    target: Tensor
    target_tokens: int


def make_hasty(text: str) -> str:
    """The sentence as people type it into a box: no capitals, no final punctuation, and in every second sentence no
    apostrophes.

    Which sentences lose their apostrophes is decided by their length, so the choice is always the same.
    """
    lowered = text.lower().rstrip(".!?").rstrip()
    if len(text) % 2:
        lowered = lowered.replace("'", "")
    return lowered or text


def encode_pairs(pairs: Sequence[Pair], tokenizer: SubwordTokenizer, max_length: int) -> list[EncodedPair]:
    """Token ids for every pair that fits into `max_length` tokens on each side, leaving out longer ones."""
    sources = tokenizer.encode_all([pair.source for pair in pairs])
    hasty_sources = tokenizer.encode_all([make_hasty(pair.source) for pair in pairs])
    targets = tokenizer.target.encode_all([pair.target for pair in pairs])
    end = tokenizer.encode_source("")
    start_and_end = tokenizer.encode_target("")
    encoded = (
        EncodedPair([*source, *end], [*loose, *end], [start_and_end[0], *target, start_and_end[1]])
        for source, loose, target in zip(sources, hasty_sources, targets, strict=True)
    )
    return [pair for pair in encoded if max(map(len, pair)) <= max_length]


def make_batches(pairs: Sequence[EncodedPair], batch_tokens: int) -> list[list[EncodedPair]]:
    """Batches of pairs, sorted by length, with at most `batch_tokens` padded tokens, source and target averaged."""
    sources, _, targets = EncodedPairs.of(pairs).sides
    bounds = batch_bounds(sources.lengths, targets.lengths, batch_tokens)
    return [list(pairs[begin:end]) for begin, end in pairwise(bounds)]


def batch_bounds(source_lengths: np.ndarray, target_lengths: np.ndarray, batch_tokens: int) -> list[int]:
    """Where the batches of pairs with these lengths begin, and where the last one ends; see `make_batches`."""
    bounds, count = [0], len(source_lengths)
    while (begin := bounds[-1]) < count:
        # The first pair alone allows no more than these.
        end = begin + max(1, int(2 * batch_tokens // (source_lengths[begin] + target_lengths[begin])))
        sources, targets = (np.maximum.accumulate(each[begin:end]) for each in (source_lengths, target_lengths))
        fits = (sources + targets) * np.arange(1, len(sources) + 1) <= 2 * batch_tokens
        bounds.append(begin + max(1, len(fits) if fits.all() else int(fits.argmin())))
    return bounds


def collate(pairs: Sequence[EncodedPair]) -> Batch:
    """One padded batch of pairs."""
    return Batch(
        pad_rows([pair.source for pair in pairs]),
        pad_rows([pair.target for pair in pairs]),
        sum(len(pair.target) - 1 for pair in pairs),
    )
