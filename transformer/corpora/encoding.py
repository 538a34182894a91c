"""Sentence pairs as the model learns them: token ids, in padded batches of similar length.

"Sentence pairs were batched together by approximate sequence length" (section 5.1 of the paper); the length of a batch
is counted in tokens.
"""

from collections.abc import Sequence
from typing import NamedTuple

from torch import Tensor

from transformer.corpora.pairs import Pair
from transformer.text.padding import pad_rows
from transformer.text.tokenizer import SubwordTokenizer


class EncodedPair(NamedTuple):
    """Token ids of a pair: source with END; the same as typed in haste; target with START and END."""

    source: list[int]
    hasty_source: list[int]
    target: list[int]


class Batch(NamedTuple):
    """Padded token ids: source (B, S) and target (B, T + 1), and the number of target tokens to predict."""

    source: Tensor
    target: Tensor
    target_tokens: int


def hasty(text: str) -> str:
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
    hasty_sources = tokenizer.encode_all([hasty(pair.source) for pair in pairs])
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
    batches: list[list[EncodedPair]] = []
    current: list[EncodedPair] = []
    longest_source = longest_target = 0
    for pair in pairs:
        longest_source, longest_target = max(longest_source, len(pair.source)), max(longest_target, len(pair.target))
        if current and (longest_source + longest_target) * (len(current) + 1) > 2 * batch_tokens:
            batches.append(current)
            current, longest_source, longest_target = [], len(pair.source), len(pair.target)
        current.append(pair)
    if current:
        batches.append(current)
    return batches


def collate(pairs: Sequence[EncodedPair]) -> Batch:
    """One padded batch of pairs."""
    return Batch(
        pad_rows([pair.source for pair in pairs]),
        pad_rows([pair.target for pair in pairs]),
        sum(len(pair.target) - 1 for pair in pairs),
    )
