"""A live training that stands still, for the tests of its surroundings."""

import shutil
import time
from pathlib import Path
from unittest.mock import Mock

from transformer.training.live.report import LiveStepReport, RunReport, RunState, Snapshot, Trial
from transformer.training.live.runs import LiveRuns
from transformer.training.live.settings import TrainingSettings

SMALL = {
    "layers": 1,
    "width": 32,
    "heads": 2,
    "sentence": "The cat drinks water.",
    "reference": "Le chat boit de l'eau.",
}
# What a run says when it begins.
MODEL = {"parameters": 1_000_000, "vocabulary": 2_000, "pairs": 60_000, "held_out": 0, "threads": 2}


class StandingRun:
    """In place of `transformer.training.live.runs.Run`: it has no process, and a test decides how far it is."""

    def __init__(self, settings: TrainingSettings, model: Path) -> None:
        self.settings, self.model, self.name = settings, model, model.name
        self.seen, self.steering = time.monotonic(), "steering"
        self.state, self.saved, self.ended = RunState.WAITING, False, False

    def begin(self, process: object, threads: int) -> None:
        self.state = RunState.RUNNING

    def report(self) -> RunReport:
        return RunReport(self.state, "", MODEL, saved=self.saved)

    def order(self, word: str) -> None: ...

    def finish(self, model: Path) -> None:
        """End as if it had learned this model."""
        shutil.copytree(model, self.model)
        self.state, self.saved = RunState.FINISHED, True

    def end(self) -> None:
        self.ended = True


def long_report() -> RunReport:
    """The report of nearly 20,000 steps, 100 validations and 200 looks at a sentence."""
    return RunReport(
        RunState.RUNNING,
        "",
        MODEL,
        [step_report(step) for step in range(1, 20_000)],
        [trial(step) for step in range(100)],
        [snapshot(step, str(step)) for step in range(200)],
    )


def trial(step: int, right: int = 30, seen_right: int = 90) -> Trial:
    return Trial(step, step / 10, 1.0, 100, right, 100, seen_right, [("a", "b", "b"), ("a", "c", "b")])


def standing_runs() -> LiveRuns:
    """The runs of a server that starts no process."""
    return LiveRuns(StandingRun, Mock())  # type: ignore[arg-type]


def snapshot(step: int, text: str) -> Snapshot:
    return Snapshot(step, step / 10, text, 0.5)


def step_report(step: int) -> LiveStepReport:
    return LiveStepReport(step, 1 / step, 1e-3, 0.5, step * 900, step / 10, 2 / step)
