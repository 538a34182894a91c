"""What the tests of live training share: small settings, a corpus, and a run without a process."""

import shutil
from pathlib import Path

from transformer.training.live.report import JobReport, JobState
from transformer.training.live.settings import TrainingSettings

SMALL = {
    "layers": 1,
    "width": 32,
    "heads": 2,
    "sentence": "The cat drinks water.",
    "reference": "Le chat boit de l'eau.",
}


class StandInJob:
    """A run that stands where a test puts it, as `TrainingJob` does where its process is."""

    def __init__(self, settings: TrainingSettings, folder: Path, *_: object) -> None:
        self.settings, self.folder = settings, folder
        self.ended = self.stopped = False
        self._report = JobReport(JobState.RUNNING, "")

    @property
    def state(self) -> JobState:
        return self._report.state

    def report(self) -> JobReport:
        return self._report

    def finish(self, model: Path) -> None:
        """As if it had learned this model."""
        shutil.copytree(model, self.folder)
        self._report = JobReport(JobState.FINISHED, "", saved=True)

    def stop_before_learning(self) -> None:
        self._report = JobReport(JobState.STOPPED, "")

    def stop(self) -> None:
        self.stopped = True

    def end(self) -> None:
        self.ended = True
