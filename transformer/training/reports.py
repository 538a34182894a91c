"""Reports of every step and every validation of a training run."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Protocol


@dataclass(frozen=True)
class StepReport:
    """One update of the weights.

    Attributes:
        step: its number, from 1.
        loss: the objective in nats per target token, smoothed labels included; on a GPU, of the last tenth step.
        learning_rate: of this step.
        gradient_norm: length of the gradient before clipping; on a GPU, of the same step as the loss.
        target_tokens: trained on so far.
        seconds: spent training so far.
    """

    step: int
    loss: float
    learning_rate: float
    gradient_norm: float
    target_tokens: int
    seconds: float


@dataclass(frozen=True)
class ValidationReport:
    """One validation on held-out pairs after some steps.

    Attributes:
        loss: in nats per token. bleu: of each corpus, greedily. exact: the share that equals its reference, 0 to 100.
    """

    step: int
    loss: float
    bleu: Mapping[str, float]
    seconds: float
    exact: float = 0.0

    @property
    def mean_bleu(self) -> float:
        """Mean over the corpora."""
        return sum(self.bleu.values()) / max(1, len(self.bleu))


class Listener(Protocol):
    """Receives the reports of a training run."""

    def on_step(self, report: StepReport) -> None:
        """After each update."""

    def on_validation(self, report: ValidationReport) -> None:
        """After each validation."""
