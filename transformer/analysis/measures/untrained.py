"""Why an untrained model is worse than guessing evenly: its loss and its parts.

    untrained_loss(ModelConfig(vocabulary_size=2_000), label_smoothing=0.1)

Guessing evenly among V tokens costs ln V nats. Random weights spread their logits z by σ, and a random token costs
ln Σ exp(z) − mean z, which is ln V + σ² / 2 for normally distributed logits.
"""

import math
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import SPECIAL_TOKENS, START

SENTENCES, LENGTH = 16, 24
SEED = 1  # of random weights


@dataclass(frozen=True)
class UntrainedLoss:
    """The loss of a fresh model, in nats per token; the first is the sum of the next three.

    Attributes:
        expected: of a target that is equally likely to be any token.
        even: ln V, what guessing evenly would cost.
        spread: what the spread of the logits adds, except for the token just read.
        repeated: what the token just read adds: with tied embeddings its vector is still in the last stream.
        deviation: standard deviation of the logits over the vocabulary, root mean square over positions.
        again: probability of repeating the token just read, mean over positions.
        plain: the loss of targets drawn at random. smoothed: the same with label smoothing.
    """

    expected: float
    even: float
    spread: float
    repeated: float
    deviation: float
    again: float
    plain: float
    smoothed: float


@torch.no_grad()
def untrained_loss(config: ModelConfig, label_smoothing: float) -> UntrainedLoss:
    """Measure a model with random weights on random tokens."""
    with torch.random.fork_rng(devices=()):
        model = _fresh(config)
        length = min(LENGTH, config.max_length - 1)
        source, target = (
            torch.randint(len(SPECIAL_TOKENS), config.vocabulary_size, (SENTENCES, length + more)) for more in (0, 1)
        )
    target[:, 0] = START
    logits, read, said = model(source, target[:, :-1]).flatten(0, 1), target[:, :-1].flatten(), target[:, 1:].flatten()
    even = math.log(config.vocabulary_size)
    expected = _cost(logits, logits)
    without = _cost(logits.scatter(-1, read.unsqueeze(-1), -math.inf), logits)
    again = torch.softmax(logits, dim=-1).gather(-1, read.unsqueeze(-1))
    drawn = [F.cross_entropy(logits, said, label_smoothing=smoothing) for smoothing in (0.0, label_smoothing)]
    return UntrainedLoss(
        expected,
        even,
        without - even,
        expected - without,
        math.sqrt(float(logits.var(dim=-1, correction=0).mean())),
        float(again.mean()),
        *map(float, drawn),
    )


def _fresh(config: ModelConfig) -> Transformer:
    torch.manual_seed(SEED)
    return Transformer(config).eval()


def _cost(summed: Tensor, logits: Tensor) -> float:
    """ln Σ exp(z) − mean z, mean over positions."""
    return float((summed.logsumexp(dim=-1) - logits.mean(dim=-1)).mean())
