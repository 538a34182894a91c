"""The learning rate of every step (section 5.3 of the paper)."""

import math
from dataclasses import replace

from transformer.training.config import TrainingConfig

MOST_STEPS = 10**7  # while the speed is unknown


def learning_rate(step: int, config: TrainingConfig, d_model: int) -> float:
    """The learning rate of one step, counted from 1 (equation 3 of the paper for the schedule "paper")."""
    if config.schedule == "paper":
        return float(d_model**-0.5 * min(step**-0.5, step * config.warmup**-1.5))
    if config.schedule == "inverse-sqrt":
        return config.peak * min(step / config.warmup, math.sqrt(config.warmup / step))
    if config.schedule == "constant":
        return config.peak
    if config.schedule == "growing":
        return config.peak * step / config.steps
    if config.schedule == "decaying":
        return config.peak * (config.steps + 1 - step) / config.steps
    if step < config.warmup:
        return config.peak * step / config.warmup
    progress = (step - config.warmup) / max(1, config.steps - config.warmup)
    return config.peak * 0.5 * (1 + math.cos(math.pi * min(1.0, progress)))


def paper_peak(d_model: int, warmup: int) -> float:
    """The highest rate of the paper's schedule, at step `warmup`: (d_model · warmup)^-0.5."""
    return learning_rate(warmup, TrainingConfig(schedule="paper", warmup=warmup), d_model)


def fit_to_time(config: TrainingConfig, made: int, share: float) -> TrainingConfig:
    """The options for a training run with a time limit: `made` steps took `share` of the time.

    Warm-up becomes at most an eighth of the expected steps.
    """
    steps = min(MOST_STEPS, max(made + 1, round(made / max(share, 1e-9)))) if made else MOST_STEPS
    return replace(config, steps=steps, warmup=min(config.warmup, max(1, steps // 8)))
