"""The batches of a training run: every epoch's, in order, determined only by the seed (section 5.1 of the paper)."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import torch
from torch import Tensor

from transformer.corpora.encoding import Batch, EncodedPairs, Rows, batch_bounds
from transformer.devices import CPU
from transformer.errors import CorpusError
from transformer.text.special_tokens import PAD
from transformer.training.config import TrainingConfig
from transformer.training.piece_dropout import PieceDropout, token_halves
from transformer.training.prepared_corpus import PreparedCorpus


class Epoch(Sequence[Batch]):
    """The batches of one epoch. Its tokens are on the device, where a batch is padded when you ask for it.

    Args:
        sources, targets: of all pairs, (R) rows each.
        order: (R), the pairs batch by batch.
        bounds: where each batch begins in `order`, and where the last one ends.
        chance: for the order of the batches.
    """

    def __init__(
        self,
        sources: Rows,
        targets: Rows,
        order: np.ndarray,
        bounds: np.ndarray,
        chance: np.random.Generator,
        device: torch.device,
    ) -> None:
        self._sides = [_Side(rows, order, bounds, device) for rows in (sources, targets)]
        self._bounds: list[int] = bounds.tolist()
        self._turns: list[int] = chance.permutation(len(bounds) - 1).tolist()
        tokens = np.concatenate([[0], np.cumsum(targets.lengths[order] - 1)])[bounds]
        self._target_tokens: list[int] = np.diff(tokens).tolist()

    def __len__(self) -> int:
        return len(self._turns)

    def __getitem__(self, index: int) -> Batch:  # type: ignore[override]  # no slices
        number = self._turns[index]
        begin, end = self._bounds[number : number + 2]
        source, target = (side.pad_batch(number, begin, end) for side in self._sides)
        return Batch(source, target, self._target_tokens[number])


class _Side:
    """The sources or the targets of an epoch."""

    def __init__(self, rows: Rows, order: np.ndarray, bounds: np.ndarray, device: torch.device) -> None:
        lengths = rows.lengths[order]
        longest = np.maximum.reduceat(lengths, bounds[:-1]) if len(bounds) > 1 else np.empty(0, np.int64)
        self._longest: list[int] = longest.tolist()
        self._ids, self._starts, self._lengths = (
            _move(array, device) for array in (rows.ids, rows.starts[order], lengths)
        )

    def pad_batch(self, number: int, begin: int, end: int) -> Tensor:
        """Batch `number`, whose rows are `begin` to `end`, (B, longest)."""
        places = torch.arange(self._longest[number], device=self._ids.device)
        found = self._ids[(self._starts[begin:end, None] + places).clamp(max=len(self._ids) - 1)]
        return found.long().masked_fill(places >= self._lengths[begin:end, None], PAD)


def _move(array: np.ndarray, device: torch.device) -> Tensor:
    tensor = torch.from_numpy(array)
    return tensor.pin_memory().to(device, non_blocking=True) if device.type == "cuda" else tensor.to(device)


@dataclass(frozen=True)
class EpochSampler:
    """The batches of each epoch of a weighted mixture: the same for the same seed.

    Attributes:
        parts: encoded pairs of each corpus with its weight.
        batch_tokens: the most padded tokens in a batch, source and target averaged.
        hasty_share: how often a source is shown as if typed in haste.
        seed: determines everything, together with the epoch.
        piece_dropout: splits tokens of both sides; None for whole tokens.
        rounds: an epoch is split at random into this many rounds, each with its own batches of pairs of one length. In
            a single round, all copies of a short pair end up in one batch or a few.
    """

    parts: Sequence[tuple[EncodedPairs, float]]
    batch_tokens: int
    hasty_share: float
    seed: int
    piece_dropout: PieceDropout | None = None
    rounds: int = 1

    @cached_property
    def _pairs(self) -> EncodedPairs:
        """The pairs of all parts, in order."""
        return EncodedPairs(*(Rows.joined([part.sides[side] for part, _ in self.parts]) for side in range(3)))

    def epoch(self, number: int, device: torch.device = CPU) -> Epoch:
        """All batches of one epoch, in order."""
        chance = np.random.default_rng((self.seed, number))
        pairs = self._sample(chance)
        if self.rounds > 1:
            chance.shuffle(pairs)
        sources, targets = self._pairs.sources.take(pairs), self._pairs.targets.take(pairs)
        if self.hasty_share:
            is_hasty = chance.random(len(pairs)) < self.hasty_share
            both = Rows.joined([sources, self._pairs.hasty_sources.take(pairs[is_hasty])])
            rows = np.arange(len(pairs))
            rows[is_hasty] = len(pairs) + np.arange(is_hasty.sum())
            sources = both.take(rows)
        if self.piece_dropout is not None:
            sources, targets = self.piece_dropout(sources, chance), self.piece_dropout(targets, chance)
        order = _by_length(sources.lengths, targets.lengths, chance)
        dealt = [order[order % self.rounds == turn] for turn in range(self.rounds)]
        bounds = [0]
        for own in dealt:
            begin, ends = bounds[-1], batch_bounds(sources.lengths[own], targets.lengths[own], self.batch_tokens)[1:]
            bounds += [begin + end for end in ends]
        return Epoch(sources, targets, np.concatenate(dealt), np.array(bounds), chance, device)

    def batches(self, epoch: int, skip: int = 0, device: torch.device = CPU) -> Iterator[tuple[int, int, Batch]]:
        """Endless `(epoch, index in the epoch, batch)`, beginning with batch `skip` of `epoch`.

        While you train on an epoch, a thread prepares the next one.
        """
        with ThreadPoolExecutor(1) as ahead:
            coming = ahead.submit(self.epoch, epoch, device)
            while True:
                batches = coming.result()
                if not len(batches):
                    raise CorpusError(
                        "There is nothing to train on: every pair is longer than the model's longest sequence, "
                        "or the corpora's weights leave none."
                    )
                coming = ahead.submit(self.epoch, epoch + 1, device)
                for index in range(skip, len(batches)):
                    yield epoch, index, batches[index]
                epoch, skip = epoch + 1, 0

    def _sample(self, chance: np.random.Generator) -> np.ndarray:
        """The numbers of an epoch's pairs: each as often as the whole part of its weight, and a share once more."""
        numbers, first = [np.empty(0, np.int64)], 0
        for part, weight in self.parts:
            count, (whole, fraction) = len(part), divmod(weight, 1)
            numbers.append(first + np.tile(np.arange(count), int(whole)))
            numbers.append(first + chance.permutation(count)[: round(fraction * count)])
            first += count
        return np.concatenate(numbers)


def make_sampler(corpus: PreparedCorpus, config: TrainingConfig, max_length: int) -> EpochSampler:
    """Make the sampler for a training run; piece dropout never makes a sequence longer than `max_length`."""
    spell = PieceDropout(token_halves(corpus.tokenizer), config.piece_dropout, max_length)
    return EpochSampler(
        corpus.parts,
        config.batch_tokens,
        config.hasty_share,
        config.seed,
        spell if config.piece_dropout else None,
        config.rounds,
    )


def _by_length(source_lengths: np.ndarray, target_lengths: np.ndarray, chance: np.random.Generator) -> np.ndarray:
    """The pairs in order of the target's length (in twos), then the source's, alternately up and down, with noise."""
    step = target_lengths // 2
    length = source_lengths + 2 * chance.random(len(source_lengths))
    return np.lexsort((np.where(step % 2, length, -length), step))
