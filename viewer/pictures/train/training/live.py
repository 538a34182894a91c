"""What the training page shows about a run: its state, its curves, and what it made of the sentence."""

from collections.abc import Sequence
from dataclasses import replace

from transformer.training.live.report import SMOOTHED_OVER, RunReport, Snapshot
from transformer.training.live.settings import TrainingSettings
from viewer.pictures.train.training.curves import loss_figure, thin_steps
from viewer.transport.payload import Payload
from viewer.widgets import charts
from viewer.widgets.word_diff import words_apart


def payload(settings: TrainingSettings, report: RunReport, name: str) -> Payload:
    """Everything that the page's component draws for a run.

    Args:
        settings: of the run.
        report: what its log says.
        name: of its model.
    """
    last = report.steps[-1] if report.steps else None
    trial = report.trials[-1] if report.trials else None
    facts = {
        "run": name,
        "state": report.state.value,
        "sentence": report.sentence,
        "saved": name if report.saved else "",
        "smoothedOver": SMOOTHED_OVER,
        "settings": replace(settings, mixture=""),  # a path on the server
        "now": last,
        "trial": trial,
        "byHeart": trial is not None and trial.by_heart,
        "loss": charts.pack_chart(loss_figure(thin_steps(report.steps), report.trials, settings.minutes)),
        "model": report.facts or None,
        "snapshots": [
            {"step": each.step, "seconds": each.seconds, "loss": each.loss}
            | {"pieces": words_apart(settings.reference, each.translation)}
            for each in thin_snapshots(report.snapshots)
        ],
    }
    return Payload(facts)


def thin_snapshots(snapshots: Sequence[Snapshot]) -> list[Snapshot]:
    """The snapshots to show: the first, the last, and those in between with a new translation."""
    return [
        snapshot
        for at, snapshot in enumerate(snapshots)
        if at in (0, len(snapshots) - 1) or snapshot.translation != snapshots[at - 1].translation
    ]
