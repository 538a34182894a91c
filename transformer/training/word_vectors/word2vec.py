"""word2vec: words in similar contexts get similar vectors (Mikolov et al. 2013a, arXiv 1301.3781, and 2013b,
arXiv 1310.4546).

It learns two tables, one for words as they are read (v, the vectors that are kept) and one for words as they are
predicted (u). A vector h predicts a word w:

    skip-gram   h is the vector of a word, w each word in its window
    CBOW        h is the mean of the vectors in a window, w the word in the middle

Negative sampling (2013b, section 2.2) turns prediction into a yes-or-no question: is it w, or one of k random words,
drawn in proportion to their counts to the power of ¾?

    loss = − log σ(u_w · h) − Σ_k log σ(− u_k · h)

Its gradients, with g = σ(u · h) − 1 for the word and σ(u · h) for each random word,

    ∂loss/∂u = g h,    ∂loss/∂h = Σ g u

Each batch is one step of plain gradient descent; the learning rate falls linearly to 0.
"""

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias, get_args

import numpy as np
import torch
from torch import Tensor

from transformer.errors import ConfigError, CorpusError, TrainingError
from transformer.training.word_vectors.sentences import NumberedWords, keep_probability, windows

Kind = Literal["cbow", "skip-gram"]
KINDS: tuple[Kind, ...] = get_args(Kind)
# Called after every epoch with its number, from 1, and the mean loss.
Listener: TypeAlias = Callable[[int, float], None]
FREQUENCY_POWER = 0.75


@dataclass(frozen=True)
class Word2VecConfig:
    """Options for learning word vectors.

    Attributes:
        kind: "cbow" or "skip-gram". size: numbers in a vector.
        window: the largest; each word's own window is drawn between 1 and this.
        negatives: random words for each word to predict (k).
        rarest: how often a word must occur in the text. threshold: see `keep_probability`.
        epochs: how often the text is read. rate: the initial learning rate.
        batch: examples in one step. seed: of all random choices.
    """

    kind: Kind = "skip-gram"
    size: int = 100
    window: int = 5
    negatives: int = 5
    rarest: int = 5
    threshold: float = 1e-3
    epochs: int = 5
    rate: float = 0.025
    batch: int = 256
    seed: int = 1

    def __post_init__(self) -> None:
        """Reject options with which no vectors can be learned."""
        if self.kind not in KINDS:
            raise ConfigError(f"kind must be one of {', '.join(KINDS)}, not {self.kind!r}.")
        for name in ("size", "window", "negatives", "rarest", "epochs", "batch"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 1, not {getattr(self, name)}.")
        if not 0 < self.rate < math.inf:
            raise ConfigError(f"rate must be greater than 0, not {self.rate}.")
        if not 0 <= self.threshold < 1:
            raise ConfigError(f"threshold must be at least 0 and below 1, not {self.threshold}.")


@dataclass
class Tables:
    """The two tables, each (V, D): `read` is kept, `output` is what the loss compares with."""

    read: Tensor
    output: Tensor

    @classmethod
    def fresh(cls, words: int, size: int, chance: torch.Generator) -> "Tables":
        """Small random inputs and zero outputs, as in the authors' program."""
        return cls((torch.rand(words, size, generator=chance) - 0.5) / size, torch.zeros(words, size))


@dataclass(frozen=True)
class BatchGradients:
    """What one batch of N examples changes.

    Attributes:
        loss: of each example, (N).
        of_output: gradients of the compared rows of `output`, (N, 1 + k, D); the word itself comes first.
        of_hidden: gradients of h, (N, D).
    """

    loss: Tensor
    of_output: Tensor
    of_hidden: Tensor


def gradients(hidden: Tensor, asked: Tensor) -> BatchGradients:
    """Negative sampling's loss and its gradients.

    Args:
        hidden: h of each example, (N, D).
        asked: u of the word and of the random ones, (N, 1 + k, D), the word first.
    """
    logits = (asked @ hidden.unsqueeze(-1)).squeeze(-1)
    truth = torch.zeros_like(logits)
    truth[:, 0] = 1
    loss = torch.nn.functional.binary_cross_entropy_with_logits(logits, truth, reduction="none").sum(dim=-1)
    error = torch.sigmoid(logits) - truth
    of_hidden = (error.unsqueeze(1) @ asked).squeeze(1)
    return BatchGradients(loss, error.unsqueeze(-1) * hidden.unsqueeze(1), of_hidden)


def skip_gram_step(tables: Tables, centers: Tensor, asked: Tensor, rate: float) -> Tensor:
    """One step of skip-gram, in place; returns the loss of each example, (N).

    Args:
        centers: (N) words that predict. asked: (N, 1 + k) words to predict, the true one first.
    """
    update = gradients(tables.read[centers], tables.output[asked])
    _descend(tables.output, asked, update.of_output, rate)
    _descend(tables.read, centers, update.of_hidden, rate)
    return update.loss


def cbow_step(tables: Tables, company: Tensor, real: Tensor, asked: Tensor, rate: float) -> Tensor:
    """One step of CBOW, in place; returns the loss of each example, (N).

    Every word of the window moves by the whole gradient of their mean, as in the authors' program.

    Args:
        company: (N, W) words of each window, padded with any word. real: (N, W), False where padded.
        asked: (N, 1 + k) words to predict, the true one first.
    """
    shares = real / real.sum(dim=-1, keepdim=True)  # the weight of each word in the mean
    hidden = (shares.unsqueeze(1) @ tables.read[company]).squeeze(1)
    update = gradients(hidden, tables.output[asked])
    _descend(tables.output, asked, update.of_output, rate)
    of_each = update.of_hidden.unsqueeze(1).expand(-1, real.size(1), -1)[real]
    _descend(tables.read, company[real], of_each, rate)
    return update.loss


@torch.no_grad()
def train(text: NumberedWords, config: Word2VecConfig, listener: Listener = lambda epoch, loss: None) -> Tables:
    """Learn the vectors of a text's words."""
    if len(text.vocabulary) < 2:
        raise CorpusError(f"Hardly any word occurs {config.rarest} times in the text: give more text.")
    numbers = np.random.default_rng(config.seed)
    chance = torch.Generator().manual_seed(config.seed)
    tables = Tables.fresh(len(text.vocabulary), config.size, chance)
    weights = torch.from_numpy(text.counts.astype(np.float64) ** FREQUENCY_POWER)
    cumulative = (weights.cumsum(0) / weights.sum()).float()
    for epoch in range(config.epochs):
        total, count = 0.0, 0
        for done, (inputs, real, word) in _batches(text, config, numbers):
            rate = config.rate * max(1e-4, 1 - (epoch + done) / config.epochs)
            drawn = torch.rand(len(word), config.negatives, generator=chance)
            negatives = torch.searchsorted(cumulative, drawn).clamp_(max=len(cumulative) - 1)
            asked = torch.cat([word.unsqueeze(1), negatives], dim=1)
            if config.kind == "cbow":
                loss = cbow_step(tables, inputs, real, asked, rate)
            else:
                loss = skip_gram_step(tables, inputs.squeeze(1), asked, rate)
            total, count = total + float(loss.sum()), count + len(word)
        if not count:
            raise CorpusError("No sentence of the text has two words that are frequent enough.")
        if not math.isfinite(total):
            raise TrainingError(f"The loss became {total} in epoch {epoch + 1}: lower the rate (now {config.rate}).")
        listener(epoch + 1, total / count)
    return tables


def _descend(table: Tensor, rows: Tensor, gradient: Tensor, rate: float) -> None:
    table.index_add_(0, rows.flatten(), gradient.reshape(-1, table.size(1)), alpha=-rate)


def _batches(
    text: NumberedWords, config: Word2VecConfig, numbers: np.random.Generator
) -> Iterator[tuple[float, tuple[Tensor, Tensor, Tensor]]]:
    """One epoch: its progress so far, and a batch of inputs (N, W), which of those are real, and words (N)."""
    kept = numbers.random(len(text.ids)) < keep_probability(text.counts, config.threshold)[text.ids]
    ids, sentence = text.ids[kept], text.sentence[kept]
    reach = numbers.integers(1, config.window + 1, size=len(ids))
    centers, contexts = windows(sentence, reach)
    if config.kind == "skip-gram":
        inputs, real, word = ids[centers][:, None], np.ones((len(centers), 1), dtype=bool), ids[contexts]
    else:
        inputs, real, word = _in_company(ids, centers, contexts, 2 * config.window)
    order = numbers.permutation(len(word))
    for begin in range(0, len(order), config.batch):
        chosen = order[begin : begin + config.batch]
        yield (
            begin / len(order),
            (torch.from_numpy(inputs[chosen]), torch.from_numpy(real[chosen]), torch.from_numpy(word[chosen])),
        )


def _in_company(
    ids: np.ndarray, centers: np.ndarray, contexts: np.ndarray, width: int
) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """For each word with a context: a row of the words in its window, which of them are real, and the word."""
    order = np.argsort(centers, kind="stable")
    centers, contexts = centers[order], contexts[order]
    positions, many = np.unique(centers, return_counts=True)
    company = np.zeros((len(positions), width), dtype=np.int64)
    real = np.arange(width) < many[:, None]
    company[real] = ids[contexts]
    return company, real, ids[positions]
