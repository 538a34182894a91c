"""What the training page shows about a run: its state, its curves, and snapshots of the sentence."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

import numpy as np

from transformer.training.live.report import SMOOTHED_OVER, RunReport
from transformer.training.live.settings import TrainingSettings
from transformer.training.live.watched_sentence import SentenceSnapshot
from viewer.pictures.train.training.curves import loss_figure, thin_steps
from viewer.transport.payload import Payload
from viewer.widgets import charts
from viewer.widgets.tokens import as_facts, chips

ROOM = 60_000  # bytes that the snapshots' weights can take in each refresh


def payload(settings: TrainingSettings, report: RunReport, name: str) -> Payload:
    """Everything that the page's component draws for a run.

    Args:
        settings: of the run.
        report: what its log says.
        name: of its model.
    """
    snapshots = thin_snapshots(report.snapshots)
    last = report.steps[-1] if report.steps else None
    trial = report.trials[-1] if report.trials else None
    shown = {name: value for name, value in asdict(settings).items() if name not in ("mixture", "own", "vocabulary")}
    facts: dict[str, Any] = {
        "run": name,
        "state": report.state.value,
        "sentence": report.sentence,
        "saved": name if report.saved else "",
        "smoothedOver": SMOOTHED_OVER,
        "settings": shown,
        "now": {each: getattr(last, each) for each in ("step", "seconds", "target_tokens")} if last else None,
        "trial": {
            **{each: getattr(trial, each) for each in ("held_out", "right", "seen", "seen_right", "pairs")},
            "byHeart": trial.by_heart,
        }
        if trial
        else None,
        "loss": charts.pack_chart(loss_figure(thin_steps(report.steps), report.trials, settings.minutes)),
        "model": _model(report),
        "snapshots": [
            {
                "step": each.step,
                "seconds": round(each.seconds, 1),
                "translation": each.translation,
                "loss": float(each.losses.mean()),
            }
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
    return {"weights": np.round(weights * 255).astype(np.uint8)}
