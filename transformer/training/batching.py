"""The batches of a training run: every epoch's, in order, determined only by the seed (section 5.1 of the paper)."""

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from transformer.corpora.encoding import EncodedPair, make_batches
from transformer.errors import CorpusError
from transformer.training.config import TrainingConfig
from transformer.training.piece_dropout import PieceDropout, token_halves
from transformer.training.prepared_corpus import PreparedCorpus


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

    parts: Sequence[tuple[Sequence[EncodedPair], float]]
    batch_tokens: int
    hasty_share: float
    seed: int
    piece_dropout: PieceDropout | None = None
    rounds: int = 1

    def epoch(self, number: int) -> list[list[EncodedPair]]:
        """All batches of one epoch, in order."""
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

        if self.rounds > 1:
            chance.shuffle(pairs)
        batches: list[list[EncodedPair]] = []
        for dealt in range(self.rounds):
            own = sorted(pairs[dealt :: self.rounds], key=lambda pair: _place(pair, chance))
            batches += make_batches(own, self.batch_tokens)
        chance.shuffle(batches)
        return batches

    def batches(self, epoch: int, skip: int = 0) -> Iterator[tuple[int, int, list[EncodedPair]]]:
        """Endless `(epoch, index in the epoch, pairs)`, beginning with batch `skip` of `epoch`."""
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


def _place(pair: EncodedPair, chance: random.Random) -> tuple[int, float]:
    """Sort key: the target's length (in twos), then the source's, alternately up and down, with some noise."""
    step = len(pair.target) // 2
    length = len(pair.source) + 2 * chance.random()
    return step, length if step % 2 else -length


def _weighted_sample(pairs: Sequence[EncodedPair], weight: float, chance: random.Random) -> list[EncodedPair]:
    whole, fraction = divmod(weight, 1)
    return [*list(pairs) * int(whole), *chance.sample(list(pairs), round(fraction * len(pairs)))]
