"""What the training page shows about a run: its state, its curves, and snapshots of the sentence."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np
import streamlit as st

from transformer.analysis.measures.untrained import UntrainedLoss, untrained_loss
from transformer.training.live.report import SMOOTHED_OVER, RunReport
from transformer.training.live.settings import VOCABULARY, TrainingSettings
from transformer.training.live.watched_sentence import SentenceSnapshot
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from viewer.app.budget import within_budget
from viewer.pictures.train.training.curves import curves
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips

ROOM = 160_000  # bytes that the snapshots' weights can take in each refresh
RECORDED = (0, 4, 6, 8, 9, 13)  # checkpoints of the recorded run: its first three minutes


def waiting(settings: TrainingSettings) -> Payload:
    """What the component draws before a run: what will happen with these settings."""
    return Payload(
        {
            "state": "none",
            "vocabulary": VOCABULARY,
            "minutes": settings.minutes,
            "recorded": read_recorded(),
            "untrained": asdict(_measure_untrained(settings.layers, settings.width, settings.heads)),
        }
    )


@st.cache_resource(show_spinner=False)
def read_recorded() -> dict[str, Any]:
    """How the first sentence of the recorded run was translated in the first minutes."""
    run = load_run(SHIPPED_RUN)
    sentence, seconds = run.sentences[0], [0.0, *run.log["seconds"].tolist()]
    rows = [{"seconds": seconds[run.steps[at]], "translation": sentence.translations[at]} for at in RECORDED]
    return {"sentence": sentence.source, "reference": sentence.target, "rows": rows}


@within_budget
def _measure_untrained(layers: int, width: int, heads: int) -> UntrainedLoss:
    settings = TrainingSettings(layers=layers, width=width, heads=heads)
    return untrained_loss(settings.model_config(VOCABULARY), settings.training_config().label_smoothing)


def payload(settings: TrainingSettings, report: RunReport, name: str) -> Payload:
    """Everything that the page's component draws for a run.

    Args:
        settings: of the run.
        report: what its log says.
        name: of its model.
    """
    snapshots = thin_snapshots(report.snapshots)
    last = report.steps[-1] if report.steps else None
    validation = report.validations[-1] if report.validations else None
    facts: dict[str, Any] = {
        "state": report.state.value,
        "sentence": report.sentence,
        "saved": name if report.saved else "",
        "smoothedOver": SMOOTHED_OVER,
        "settings": asdict(settings),
        "now": asdict(last) if last else None,
        "validation": {"loss": validation.loss, "bleu": validation.mean_bleu} if validation else None,
        "curves": curves(report.steps, report.validations, settings.minutes),
        "model": _model(report),
        "snapshots": [
            {"step": each.step, "seconds": round(each.seconds, 1), "translation": each.translation}
            for each in snapshots
        ],
    }
    return Payload(facts, _stack_tensors(snapshots))


def thin_snapshots(snapshots: Sequence[SentenceSnapshot]) -> list[SentenceSnapshot]:
    """The snapshots to show: the first, the last, and those in between with a new translation.

    If more than fit, every other one is dropped, starting with the second.
    """
    kept = [
        snapshot
        for at, snapshot in enumerate(snapshots)
        if at in (0, len(snapshots) - 1) or snapshot.translation != snapshots[at - 1].translation
    ]
    while len(kept) > 3 and sum(each.weights.size for each in kept) > ROOM:
        kept = [each for at, each in enumerate(kept) if at in (0, len(kept) - 1) or at % 2 == 0]
    return kept


def _model(report: RunReport) -> dict[str, Any] | None:
    if not report.facts:
        return None
    sides = {side: as_facts(chips(report.facts[side])) for side in ("source", "target")}
    return {**report.facts, **sides}


def _stack_tensors(snapshots: Sequence[SentenceSnapshot]) -> dict[str, np.ndarray]:
    if not snapshots:
        return {}
    weights = np.stack([each.weights for each in snapshots])
    return {
        "weights": np.round(weights * 255).astype(np.uint8),
        "losses": np.stack([each.losses for each in snapshots]).astype(np.float32),
    }
