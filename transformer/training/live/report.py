"""What is known of a run in another process: put together from the lines that it says of itself.

A line is a JSON object whose `what` names it: "preparing", "begins", "step", "validation", "look", "paused", "resumed",
"limit", "saving", "finished", "stopped", "failed". `telling` writes them.
"""

import json
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from transformer.training.live.watched_sentence import SentenceSnapshot
from transformer.training.reports import StepReport, ValidationReport

MOST_SNAPSHOTS = 200


class JobState(StrEnum):
    """Where a run stands."""

    PREPARING = "preparing"
    RUNNING = "running"
    PAUSED = "paused"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"

    @property
    def active(self) -> bool:
        """Whether its process still works."""
        return self in (JobState.PREPARING, JobState.RUNNING, JobState.PAUSED)


@dataclass(frozen=True)
class LiveStepReport(StepReport):
    """One update, with what is easier on the eye.

    Attributes:
        smoothed_loss: a running mean.
        speed: target tokens a second, a running mean.
    """

    smoothed_loss: float
    speed: float


@dataclass
class JobReport:
    """All that a run has said of itself.

    Attributes:
        state: where it stands. sentence: what a person should know: the stage of the preparation, or what went wrong.
        facts: the model's and the corpus's, and the watched sentence's tokens; empty while it is prepared.
        steps, validations, snapshots: in their order.
        saved: whether its model is in its folder.
        saving: whether it is being written.
    """

    state: JobState = JobState.PREPARING
    sentence: str = "Starting"
    facts: dict[str, Any] = field(default_factory=dict)
    steps: list[LiveStepReport] = field(default_factory=list)
    validations: list[ValidationReport] = field(default_factory=list)
    snapshots: list[SentenceSnapshot] = field(default_factory=list)
    saved: bool = False
    saving: bool = False

    def copy(self) -> "JobReport":
        """The same, which no longer changes."""
        return JobReport(
            self.state,
            self.sentence,
            self.facts,
            list(self.steps),
            list(self.validations),
            list(self.snapshots),
            self.saved,
            self.saving,
        )

    def hear(self, line: str) -> None:
        """Take note of one line; one that was cut off when its process was killed is left out."""
        try:
            values = json.loads(line)
            self._note(values.pop("what"), values)
        except (ValueError, KeyError, TypeError):
            return

    def _note(self, what: str, values: dict[str, Any]) -> None:
        match what:
            case "preparing":
                self.sentence = f"{values['stage']} ({values['number'] + 1} of {values['stages']})"
            case "begins":
                self.facts, self.state, self.sentence = values, JobState.RUNNING, ""
            case "step":
                self.steps.append(LiveStepReport(**values))
            case "validation":
                self.validations.append(ValidationReport(**values))
            case "look":
                self.snapshots.append(SentenceSnapshot.from_json(values))
                if len(self.snapshots) > MOST_SNAPSHOTS:
                    del self.snapshots[1::2]
            case "paused":
                self.state = JobState.PAUSED
            case "resumed":
                self.state = JobState.RUNNING
            case "limit":
                self.sentence = "It was stopped because a run may last 20 minutes at most."
            case "saving":
                self.saving = True
            case "finished" | "stopped":
                self.state, self.saved, self.saving = JobState(what), self.saving, False
            case "failed":
                self.state, self.sentence = JobState.FAILED, values["sentence"]
