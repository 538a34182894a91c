"""A live training that stands still, for the tests of what is shown of it."""

import numpy as np

from transformer.training.live.report import JobReport, JobState, LiveStepReport
from transformer.training.live.settings import TrainingSettings
from transformer.training.live.watched_sentence import SentenceSnapshot
from transformer.training.reports import ValidationReport

# As a run says them when it begins.
MODEL = {
    **{"source": ["▁a", "</s>"], "target": ["<s>", "▁b", "</s>"], "cut": False, "parameters": 1_000_000},
    **{"vocabulary": 2_000, "pairs": 60_000, "layers": 2, "heads": 4, "threads": 2},
}


class Run:
    """A run of which nothing moves."""

    settings = TrainingSettings()

    def __init__(self, report: JobReport) -> None:
        self._report = report

    def report(self) -> JobReport:
        return self._report


def long_report() -> JobReport:
    """Of nearly 20,000 steps, 100 validations and 200 looks at a long sentence."""
    return JobReport(
        JobState.RUNNING,
        "",
        MODEL,
        [step_report(step) for step in range(1, 20_000)],
        [ValidationReport(step, 1.0, {"one": 10.0, "other": 30.0}, step / 10) for step in range(100)],
        [snapshot(step, str(step), 40) for step in range(200)],
    )


def snapshot(step: int, text: str, tokens: int = 3) -> SentenceSnapshot:
    weights = np.random.default_rng(step).dirichlet(np.ones(tokens), (2, 4, tokens)).astype(np.float32)
    return SentenceSnapshot(step, step / 10, text, np.full(tokens, 0.5, np.float32), weights)


def step_report(step: int) -> LiveStepReport:
    return LiveStepReport(step, 1 / step, 1e-3, 0.5, step * 900, step / 10, 2 / step, 4_000)
