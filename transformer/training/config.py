"""Options for training."""

import math
from dataclasses import dataclass
from typing import Literal, get_args

from transformer.errors import ConfigError

Schedule = Literal["paper", "inverse-sqrt", "cosine", "constant", "growing", "decaying"]
SCHEDULES: tuple[Schedule, ...] = get_args(Schedule)
OptimizerName = Literal["adam", "muon"]
OPTIMIZERS: tuple[OptimizerName, ...] = get_args(OptimizerName)


@dataclass(frozen=True)
class TrainingConfig:
    """How a model is trained (section 5 of the paper).

    Attributes:
        steps: updates of the weights.
        batch_tokens: the most padded tokens in a batch, source and target averaged, over all processes.
        optimizer: "adam", as in the paper, or "muon", see `make_optimizers`.
        schedule: "paper", d_model^-0.5 · min(step^-0.5, step · warmup^-1.5); "inverse-sqrt", the same shape with a
            given peak; "cosine", a linear warm-up to the peak and half a cosine down to 0 at the last step. For
            comparison: "constant", always the peak; "growing", linear, up to the peak at the last step; "decaying",
            linear, down from the peak at the first step.
        peak: largest learning rate; the paper's schedule computes its own.
        warmup: steps until the peak; the last three schedules have none.
        label_smoothing: ε_ls of section 5.4.
        source_loss: weight of the loss on the source's tokens, for one stack: with it, it is a language model too.
        clip: largest norm of the gradient; longer ones are scaled down to it.
        hasty_share: how often a source is shown without its capital and full stop, the way visitors type.
        piece_dropout: how often a token is split into the pieces it was merged from.
        rounds: of an epoch, see `EpochSampler`.
        validate_every: steps between two validations, each of which writes a checkpoint.
        save_every: steps between two saves of the state from which `--resume` continues.
        average: how many of the best checkpoints are averaged into the model.
        bfloat16: whether matrix products run in bfloat16; fast only if `multiplies_bfloat16`.
        seed: of weights, batches and dropout.
    """

    steps: int = 10_000
    batch_tokens: int = 3_000
    optimizer: OptimizerName = "adam"
    schedule: Schedule = "cosine"
    peak: float = 2e-3
    warmup: int = 1_000
    label_smoothing: float = 0.1
    source_loss: float = 0.0
    clip: float = 1.0
    hasty_share: float = 0.1
    piece_dropout: float = 0.0
    rounds: int = 1
    validate_every: int = 1_000
    save_every: int = 250
    average: int = 5
    bfloat16: bool = False
    seed: int = 1

    def __post_init__(self) -> None:
        """Reject options with which no run can work."""
        for name in ("steps", "batch_tokens", "warmup", "validate_every", "save_every", "average", "rounds"):
            if getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 1, not {getattr(self, name)}.")
        for name in ("peak", "clip"):
            if not 0 < getattr(self, name) < math.inf:
                raise ConfigError(f"{name} must be greater than 0 and finite, not {getattr(self, name)}.")
        for name in ("label_smoothing", "hasty_share", "piece_dropout"):
            if not 0 <= getattr(self, name) < 1:
                raise ConfigError(f"{name} must be at least 0 and below 1, not {getattr(self, name)}.")
        if not 0 <= self.source_loss < math.inf:
            raise ConfigError(f"source_loss must be at least 0 and finite, not {self.source_loss}.")
        if self.optimizer not in OPTIMIZERS:
            raise ConfigError(f"optimizer must be one of {', '.join(OPTIMIZERS)}, not {self.optimizer!r}.")
        if self.schedule not in SCHEDULES:
            raise ConfigError(f"schedule must be one of {', '.join(SCHEDULES)}, not {self.schedule!r}.")
