"""What the training page shows about a run: its state, its curves, and what it made of the sentence."""

from collections.abc import Sequence
from dataclasses import asdict
from typing import Any

from transformer.training.live.report import SMOOTHED_OVER, RunReport, Snapshot
from transformer.training.live.settings import TrainingSettings
from viewer.pictures.train.training.curves import loss_figure, thin_steps
from viewer.transport.payload import Payload
from viewer.widgets import charts


def payload(settings: TrainingSettings, report: RunReport, name: str) -> Payload:
    """Everything that the page's component draws for a run.

    Args:
        settings: of the run.
        report: what its log says.
        name: of its model.
    """
    last = report.steps[-1] if report.steps else None
    trial = report.trials[-1] if report.trials else None
    facts: dict[str, Any] = {
        "run": name,
        "state": report.state.value,
        "sentence": report.sentence,
        "saved": name if report.saved else "",
        "smoothedOver": SMOOTHED_OVER,
        "settings": asdict(settings),
        "now": last and asdict(last),
        "trial": trial and {**asdict(trial), "byHeart": trial.by_heart},
        "loss": charts.pack_chart(loss_figure(thin_steps(report.steps), report.trials, settings.minutes)),
        "model": report.facts or None,
        "snapshots": [asdict(each) for each in thin_snapshots(report.snapshots)],
    }
    del facts["settings"]["mixture"]  # a path on the server
    return Payload(facts)


def thin_snapshots(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """The snapshots to show: the first, the last, and those in between with a new translation."""
    return [
        snapshot
        for at, snapshot in enumerate(snapshots)
        if at in (0, len(snapshots) - 1) or snapshot.translation != snapshots[at - 1].translation
    ]
