"""One step of learning: its words, products and losses, and how far it moves the rows.

Only the rows that the step touches are copied; the tables don't change.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple

import torch
from torch import Tensor

from transformer.training.word_vectors.vectors import WordVectors
from transformer.training.word_vectors.word2vec import (
    FREQUENCY_POWER,
    Kind,
    Tables,
    cbow_step,
    gradients,
    skip_gram_step,
)


class Prediction(NamedTuple):
    """What predicts what in a sentence, by positions: several words in CBOW, one in skip-gram."""

    inputs: tuple[int, ...]
    word: int


@dataclass(frozen=True)
class OneStep:
    """A step on one example; each list of compared words starts with the true one, followed by random ones.

    Attributes:
        inputs: the words whose vectors make h. asked: the words compared with h.
        products, products_after: u · h of each compared word.
        loss, loss_after: of the example.
        moved: ‖Δv‖ of each input word. moved_outputs: ‖Δu‖ of each compared word.
    """

    inputs: tuple[str, ...]
    asked: tuple[str, ...]
    products: tuple[float, ...]
    products_after: tuple[float, ...]
    loss: float
    loss_after: float
    moved: tuple[float, ...]
    moved_outputs: tuple[float, ...]


def examples(length: int, kind: Kind, window: int) -> list[Prediction]:
    """All examples of a sentence of `length` words, in order, for a window of `window` words on either side."""
    company = [
        [other for other in range(max(0, at - window), min(length, at + window + 1)) if other != at]
        for at in range(length)
    ]
    if kind == "cbow":
        return [Prediction(tuple(others), at) for at, others in enumerate(company) if others]
    return [Prediction((at,), other) for at, others in enumerate(company) for other in others]


def draw_negatives(vectors: WordVectors, many: int, count: int, seed: int) -> list[list[str]]:
    """Draw `count` words for each of `many` examples, in proportion to their counts to the power of ¾."""
    weights = vectors.counts.double() ** FREQUENCY_POWER
    chance = torch.Generator().manual_seed(seed)
    drawn = torch.multinomial(weights, max(1, many * count), replacement=True, generator=chance)
    return [[vectors.words[row] for row in rows] for rows in drawn[: many * count].reshape(many, count).tolist()]


def one_step(
    vectors: WordVectors, kind: Kind, inputs: Sequence[str], word: str, negatives: Sequence[str], rate: float
) -> OneStep:
    """Take one step on copies of the rows: `inputs` predict `word`, compared with `negatives`."""
    asked = [word, *negatives]
    rows_read, at_read = torch.tensor([vectors.index(each) for each in inputs]).unique(return_inverse=True)
    rows_asked, at_asked = torch.tensor([vectors.index(each) for each in asked]).unique(return_inverse=True)
    before = Tables(vectors.vectors[rows_read], vectors.output[rows_asked])
    after = Tables(before.read.clone(), before.output.clone())
    if kind == "cbow":
        real = torch.ones(1, len(inputs), dtype=torch.bool)
        cbow_step(after, at_read.unsqueeze(0), real, at_asked.unsqueeze(0), rate)
    else:
        skip_gram_step(after, at_read, at_asked.unsqueeze(0), rate)
    products, loss = _answers(before, at_read, at_asked)
    products_after, loss_after = _answers(after, at_read, at_asked)
    return OneStep(
        tuple(inputs),
        tuple(asked),
        products,
        products_after,
        loss,
        loss_after,
        _measure_movement(before.read, after.read, at_read),
        _measure_movement(before.output, after.output, at_asked),
    )


def _answers(tables: Tables, inputs: Tensor, asked: Tensor) -> tuple[tuple[float, ...], float]:
    """u · h for every compared word, and the loss."""
    hidden, rows = tables.read[inputs].mean(dim=0), tables.output[asked]
    loss = gradients(hidden.unsqueeze(0), rows.unsqueeze(0)).loss
    return tuple((rows @ hidden).tolist()), float(loss)


def _measure_movement(before: Tensor, after: Tensor, rows: Tensor) -> tuple[float, ...]:
    return tuple((after - before)[rows].norm(dim=-1).tolist())
