"""Short runs that differ only in the learning rate: `python -m transformer record rates` makes them.

Every run starts with the same weights and sees the same batches in the same order; only the schedule differs.
"""

from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.dataclass_json import from_json, to_json, write_lines
from transformer.devices import describe_machine
from transformer.errors import ConfigError, GlassformerError, TrainingError
from transformer.files import read_json, write_atomically
from transformer.model.config import ModelConfig
from transformer.model.translation_model import TranslationModel
from transformer.training import short_training
from transformer.training.config import Schedule, TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus
from transformer.training.reports import StepReport
from transformer.training.schedule import paper_peak

SHIPPED_RATES = short_training.RUNS / "learning-rates.json"
SMOOTHING = 0.1


@dataclass(frozen=True)
class RateRun:
    """One run.

    Attributes:
        name: what is different. schedule, peak: of its learning rate; the paper's schedule computes its own peak.
        losses: of each step, in nats per target token, with label smoothing; fewer than the steps if it broke off.
        rates, gradient_norms: of each step; norms before clipping.
        validation: loss on held-out pairs after the last step, None if the run never got there.
        broke_off: the trainer's error, if the loss became infinite or NaN.
    """

    name: str
    schedule: Schedule
    peak: float
    losses: tuple[float, ...]
    rates: tuple[float, ...]
    gradient_norms: tuple[float, ...]
    validation: float | None
    broke_off: str | None = None


@dataclass(frozen=True)
class RateRuns:
    """The runs, and what they have in common: `facts` (corpus, model, training, machine …)."""

    facts: Mapping[str, Any]
    runs: tuple[RateRun, ...]


def rivals(peak: float) -> tuple[tuple[str, Schedule, float], ...]:
    """Name, schedule and peak of every run: four with the same peak, and three with others."""
    return (
        ("the paper’s warm-up", "paper", peak),
        ("constant", "constant", peak),
        ("growing", "growing", peak),
        ("decaying", "decaying", peak),
        ("constant, a tenth of the paper’s peak", "constant", peak / 10),
        ("constant, ten times the paper’s peak", "constant", peak * 10),
        ("growing to ten times the paper’s peak", "growing", peak * 10),
    )


def record_rates(corpus: str, model_config: ModelConfig, config: TrainingConfig) -> RateRuns:
    """Train the same model once for each schedule; `config` gives all other options."""
    if config.warmup >= config.steps:
        raise ConfigError(f"--warmup ({config.warmup}) must be smaller than --steps ({config.steps}).")
    prepared = short_training.prepare(corpus, model_config)
    highest, runs = paper_peak(model_config.d_model, config.warmup), []
    for name, schedule, peak in rivals(highest):
        model = short_training.fresh_model(prepared, model_config, config.seed)
        runs.append(_run(name, model, prepared, replace(config, schedule=schedule, peak=peak)))
        print(f"{name}: held-out loss {runs[-1].validation}, {runs[-1].broke_off or 'to the end'}")
    facts = {
        "corpus": corpus,
        "model": model.config.to_dict(),
        "training": {**asdict(config), "schedule": "", "peak": highest},
        "validation_pairs": len(short_training.held_out_pairs(prepared)),
        "frequency_loss": short_training.frequency_loss(prepared),
        "machine": describe_machine(),
    }
    return RateRuns(facts, tuple(runs))


def _run(name: str, model: TranslationModel, corpus: PreparedCorpus, config: TrainingConfig) -> RateRun:
    steps: list[StepReport] = []
    broke_off, validation = None, None
    try:
        for report in short_training.train(model, corpus, config):
            steps.append(report)  # noqa: PERF402 (those before a step that breaks off are kept)
        validation = mean_loss(model, short_training.held_out_pairs(corpus))
    except TrainingError as error:
        broke_off = str(error)
    return RateRun(
        name,
        config.schedule,
        config.peak,
        tuple(report.loss for report in steps),
        tuple(report.learning_rate for report in steps),
        tuple(report.gradient_norm for report in steps),
        validation,
        broke_off,
    )


def save_rates(path: Path, rates: RateRuns) -> None:
    """Write the runs as JSON."""
    write_atomically(path, write_lines(to_json(rates)))


def load_rates(path: Path) -> RateRuns:
    """Read the runs that `save_rates` wrote."""
    try:
        return from_json(RateRuns, read_json(path))
    except (OSError, ValueError, TypeError) as error:
        raise GlassformerError(
            f"{path} is missing or has no runs ({error}): copy it again, or make it with "
            "python -m transformer record rates."
        ) from error


def smooth(losses: Sequence[float]) -> list[float]:
    """A running mean: each step moves it by SMOOTHING of the way to the loss."""
    means: list[float] = []
    for loss in losses:
        means.append(loss if not means else means[-1] + SMOOTHING * (loss - means[-1]))
    return means
