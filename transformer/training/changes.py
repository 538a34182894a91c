"""What changed since 2017, one change at a time, in tiny models: `python -m transformer record changes` makes them.

Every run is one stack that sees the same batches; only the change and the seed of weights and dropout differ.
"""

import contextlib
import time
from collections.abc import Mapping
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.dataclass_json import from_json, to_json, write_lines
from transformer.devices import describe_machine
from transformer.errors import GlassformerError, TrainingError
from transformer.files import read_json, write_atomically
from transformer.model.config import ModelConfig
from transformer.model.translation_model import count_parameters
from transformer.training import short_training
from transformer.training.config import TrainingConfig
from transformer.training.prepared_corpus import PreparedCorpus

SHIPPED_CHANGES = short_training.RUNS / "changes.json"
SEEDS = (1, 2, 3)
# Pre-norm, learned positions, LayerNorm, ReLU, as many keys as queries, nothing looks ahead; and what differs from it.
BASE = ModelConfig(
    2_000, encoder_layers=0, decoder_layers=4, d_model=96, heads=4, d_ff=256, norm="pre", positions="learned"
)
CHANGES: dict[str, Mapping[str, Any]] = {
    "base": {},
    "post-norm": {"norm": "post"},
    "sinusoids": {"positions": "sinusoidal"},
    "concatenated": {"positions": "concatenated"},  # a quarter of the width is the position's
    "RoPE": {"positions": "rotary"},
    "RMSNorm": {"norm_kind": "rms"},
    "gated": {"gated": True, "activation": "swish", "d_ff": 171},  # as many parameters as two matrices of 256
    "grouped queries": {"key_heads": 1},
    "prefix": {"prefix": True},
    "12 layers": {"decoder_layers": 12},
    "12 layers, post-norm": {"decoder_layers": 12, "norm": "post"},
}


@dataclass(frozen=True)
class ChangedRun:
    """One run.

    Attributes:
        name: of the change. seed: of weights and dropout. parameters: of the model.
        loss: nats per held-out token after the last step; None if training broke off.
        seconds: of the processor's time.
    """

    name: str
    seed: int
    parameters: int
    loss: float | None
    seconds: float


@dataclass(frozen=True)
class ChangedRuns:
    """The runs, and what they have in common: `facts` (corpus, model, training, machine …)."""

    facts: Mapping[str, Any]
    runs: tuple[ChangedRun, ...]


def record_changes(path: Path, corpus: str, config: TrainingConfig) -> ChangedRuns:
    """Train every change with every seed, and write the file after each; runs that it has already are kept.

    Raises:
        GlassformerError: if the file has runs with other options.
    """
    prepared = short_training.prepare(corpus, BASE)
    common = {"corpus": corpus, "model": BASE.to_dict(), "training": asdict(config)}
    found = load_changes(path) if path.exists() else ChangedRuns({**common, "machine": describe_machine()}, ())
    if {name: found.facts.get(name) for name in common} != common:
        raise GlassformerError(f"{path} has runs with other options: choose another --out.")
    done = {(run.name, run.seed) for run in found.runs}
    for seed in SEEDS:
        for name in (name for name in CHANGES if (name, seed) not in done):
            found = replace(found, runs=(*found.runs, _run(name, seed, prepared, config)))
            write_atomically(path, write_lines(to_json(found)))
            print(found.runs[-1])
    return found


def _run(name: str, seed: int, corpus: PreparedCorpus, config: TrainingConfig) -> ChangedRun:
    model = short_training.fresh_model(corpus, replace(BASE, **CHANGES[name]), seed)
    begun, loss = time.process_time(), None
    with contextlib.suppress(TrainingError):
        for _ in short_training.train(model, corpus, config):
            pass
        loss = round(mean_loss(model, short_training.held_out_pairs(corpus)), 4)
    return ChangedRun(name, seed, count_parameters(model)["total"], loss, round(time.process_time() - begun, 1))


def load_changes(path: Path) -> ChangedRuns:
    """Read the runs that `record_changes` wrote."""
    try:
        return from_json(ChangedRuns, read_json(path))
    except (OSError, ValueError, TypeError) as error:
        raise GlassformerError(
            f"{path} is missing or has no runs ({error}): make it with python -m transformer record changes."
        ) from error
