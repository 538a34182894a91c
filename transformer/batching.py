"""Batches of similar length, counted in tokens (section 5.1 of the paper: "batched by approximate sequence length")."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from transformer.corpora.pairs import Pair
from transformer.errors import CorpusError
from transformer.model import PAD
from transformer.piece_dropout import PieceDropout
from transformer.tokenizer import SubwordTokenizer


class EncodedPair(NamedTuple):
    """Token ids of a pair: source with END; the same as a hasty visitor would type it; target with START and END."""

    source: list[int]
    hasty_source: list[int]
    target: list[int]


class Batch(NamedTuple):
    """Padded token ids: source (B, S) and target (B, T + 1), and the number of target tokens to be predicted."""

    source: Tensor
    target: Tensor
    target_tokens: int


def pad_rows(rows: Sequence[Sequence[int]]) -> Tensor:
    """Token ids as one tensor (B, longest), filled up with PAD at the end."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD] * (longest - len(row))] for row in rows], dtype=torch.long)


def hasty(text: str) -> str:
    """The sentence as people type it into a box: no capitals, no mark at its end, and in every other one no apostrophe.

    Which sentences lose their apostrophes is decided by their length, so that it is always the same ones.
    """
    lowered = text.lower().rstrip(".!?").rstrip()
    if len(text) % 2:
        lowered = lowered.replace("'", "")
    return lowered or text


def encode_pairs(pairs: Sequence[Pair], tokenizer: SubwordTokenizer, max_length: int) -> list[EncodedPair]:
    """Token ids for every pair that fits into `max_length` tokens on each side; longer ones are left out."""
    sources = tokenizer.encode_all([pair.source for pair in pairs])
    hasty_sources = tokenizer.encode_all([hasty(pair.source) for pair in pairs])
    targets = tokenizer.encode_all([pair.target for pair in pairs])
    end = tokenizer.encode_source("")
    start_and_end = tokenizer.encode_target("")
    encoded = (
        EncodedPair([*source, *end], [*loose, *end], [start_and_end[0], *target, start_and_end[1]])
        for source, loose, target in zip(sources, hasty_sources, targets, strict=True)
    )
    return [pair for pair in encoded if max(map(len, pair)) <= max_length]


def make_batches(pairs: Sequence[EncodedPair], batch_tokens: int) -> list[list[EncodedPair]]:
    """Cut pairs, sorted by length, into batches of at most `batch_tokens` padded tokens, source and target averaged."""
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


@dataclass(frozen=True)
class EpochSampler:
    """The batches of each epoch of a weighted mixture: the same for the same seed, epoch by epoch.

    Attributes:
        parts: encoded pairs of each corpus with its weight.
        batch_tokens: padded tokens in a batch, source and target averaged, at most.
        hasty_share: how often a source is shown as a hasty visitor types it.
        seed: with the epoch's number it decides everything.
        piece_dropout: spells both sides of every pair anew; None for always the same spelling.
    """

    parts: Sequence[tuple[Sequence[EncodedPair], float]]
    batch_tokens: int
    hasty_share: float
    seed: int
    piece_dropout: PieceDropout | None = None

    def epoch(self, number: int) -> list[list[EncodedPair]]:
        """All batches of one epoch, in their order."""
        chance = random.Random(f"{self.seed}/{number}")
        pairs = [pair for part, weight in self.parts for pair in _weighted_sample(part, weight, chance)]
        if self.hasty_share:
            pairs = [
                pair._replace(source=pair.hasty_source) if chance.random() < self.hasty_share else pair
                for pair in pairs
            ]
        if self.piece_dropout is not None:
            spell = self.piece_dropout
            pairs = [
                pair._replace(source=spell(pair.source, chance), target=spell(pair.target, chance)) for pair in pairs
            ]

        pairs.sort(key=lambda pair: _place(pair, chance))
        batches = make_batches(pairs, self.batch_tokens)
        chance.shuffle(batches)
        return batches

    def batches(self, epoch: int, skip: int = 0) -> Iterator[tuple[int, int, list[EncodedPair]]]:
        """Endless `(epoch, index in the epoch, pairs)`, beginning with batch `skip` of `epoch`.

        Raises:
            CorpusError: if an epoch holds no pair at all.
        """
        while True:
            batches = self.epoch(epoch)
            if not batches:
                raise CorpusError(
                    "There is nothing to train on: every pair is longer than the model's longest sequence, "
                    "or the corpora's weights leave none."
                )
            for index, batch in enumerate(batches):
                if index >= skip:
                    yield epoch, index, batch
            epoch, skip = epoch + 1, 0


def _place(pair: EncodedPair, chance: random.Random) -> tuple[int, float]:
    """Sorts by the target's length, two lengths together, and within these by the source's, up and down in turn.

    So that there is little padding on either side; a little noise makes other neighbours in every epoch.
    """
    step = len(pair.target) // 2
    length = len(pair.source) + 2 * chance.random()
    return step, length if step % 2 else -length


def _weighted_sample(pairs: Sequence[EncodedPair], weight: float, chance: random.Random) -> list[EncodedPair]:
    whole, fraction = divmod(weight, 1)
    return [*list(pairs) * int(whole), *chance.sample(list(pairs), round(fraction * len(pairs)))]
