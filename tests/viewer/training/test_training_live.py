"""What goes to the browser of a run: thinned, and small however long it lasts."""

import numpy as np
import pytest

from transformer.live_training.report import JobReport, JobState, LiveStepReport
from transformer.live_training.settings import TrainingSettings
from transformer.live_training.watched_sentence import SentenceSnapshot
from transformer.training.reports import ValidationReport
from viewer.component.parcel import unpacked
from viewer.training import live


def snapshot(step: int, text: str, tokens: int = 3) -> SentenceSnapshot:
    weights = np.random.default_rng(step).dirichlet(np.ones(tokens), (2, 4, tokens)).astype(np.float32)
    return SentenceSnapshot(step, step / 10, text, np.full(tokens, 0.5, np.float32), weights)


def step_report(step: int) -> LiveStepReport:
    return LiveStepReport(step, 9_000, 1 / step, 1e-3, 0.5, step * 900, step / 10, 2 / step, 4_000)


class Run:
    """A run that stands still."""

    settings = TrainingSettings()

    def __init__(self, report: JobReport) -> None:
        self._report = report

    def report(self) -> JobReport:
        return self._report


def test_a_long_run_with_long_sentences_stays_small() -> None:
    report = JobReport(
        JobState.RUNNING,
        "",
        {"source": ["▁a", "</s>"], "target": ["<s>", "▁b", "</s>"]},
        [step_report(step) for step in range(1, 20_000)],
        [ValidationReport(step, 1.0, {"one": 10.0, "other": 30.0}, step / 10) for step in range(100)],
        [snapshot(step, str(step), 40) for step in range(200)],
    )
    packed = live.parcel(Run(report), "fresh-1").packed()  # type: ignore[arg-type]
    assert len(packed) < 260_000
    parcel = unpacked(packed)
    steps = parcel.tensors["curve.step"]
    assert (len(steps), steps[0], steps[-1]) == (live.POINTS, 1, 19_999)
    assert parcel.tensors["curve.loss"][-1] == pytest.approx(1 / 19_999)
    snapshots = parcel.facts["snapshots"]
    assert (snapshots[0]["step"], snapshots[-1]["step"]) == (0, 199)
    assert parcel.tensors["weights"].shape[0] == len(snapshots) == len(parcel.tensors["losses"])
    assert parcel.facts["now"]["step"] == 19_999
    assert parcel.facts["validation"] == {"loss": 1.0, "bleu": 20.0}


def test_snapshots_that_say_the_same_stand_there_once_but_for_the_last() -> None:
    said = ["", "a", "a", "a", "b", "a", "a", "a"]
    shown = live.thinned([snapshot(step, text) for step, text in enumerate(said)])
    assert [each.step for each in shown] == [0, 1, 4, 5, 7]


def test_a_run_that_has_said_nothing_yet_can_be_shown() -> None:
    parcel = unpacked(live.parcel(Run(JobReport()), "").packed())  # type: ignore[arg-type]
    assert (parcel.facts["state"], parcel.facts["now"], parcel.facts["snapshots"]) == ("preparing", None, [])


def test_a_snapshot_survives_its_way_through_the_pipe() -> None:
    taken = snapshot(3, "Ça va ?", 5)
    read = SentenceSnapshot.from_json(taken.to_json())
    assert (read.step, read.seconds, read.translation) == (taken.step, taken.seconds, taken.translation)
    np.testing.assert_allclose(read.weights, taken.weights, atol=1 / 500)
    np.testing.assert_allclose(read.losses, taken.losses, atol=1e-4)
