"""Reads the log of a run.

Each line is a JSON object. Its `what` is "preparing", "begins", "step", "trial", "look", "paused", "resumed",
"limit", "saving", "finished", "stopped" or "failed"; `worker` prints it.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any

from transformer.training.reports import StepReport

MOST_SNAPSHOTS = 200
SMOOTHED_OVER = 20  # steps over which the loss is averaged


class RunState(StrEnum):
    """How far a run has come."""

    WAITING = "waiting"
    PREPARING = "preparing"
    RUNNING = "running"
    PAUSED = "paused"
    SAVING = "saving"
    STOPPED = "stopped"
    FINISHED = "finished"
    FAILED = "failed"

    @property
    def active(self) -> bool:
        """Whether its process is still working."""
        return self not in (RunState.STOPPED, RunState.FINISHED, RunState.FAILED)


@dataclass(frozen=True)
class LiveStepReport(StepReport):
    """One update, and a running mean of its loss."""

    smoothed_loss: float


@dataclass(frozen=True)
class Snapshot:
    """What the model makes of the watched sentence; its loss is that of the reference, in nats per token."""

    step: int
    seconds: float
    translation: str
    loss: float


@dataclass(frozen=True)
class Trial:
    """What the model makes of pairs after some steps.

    Attributes:
        loss: in nats per token of the held-out pairs.
        held_out, right: how many of those there are, and how many translations equal their target.
        seen, seen_right: the same of pairs that it has learned from.
        pairs: some held-out ones, the right ones first: source, target, translation.
    """

    step: int
    seconds: float
    loss: float
    held_out: int
    right: int
    seen: int
    seen_right: int
    pairs: Sequence[Sequence[str]]

    @property
    def by_heart(self) -> bool:
        """Whether it knows most of what it has learned from, and less than half as much of the rest."""
        share = self.seen_right / max(1, self.seen)
        return share >= 0.5 and self.right / max(1, self.held_out) < share / 2


@dataclass
class RunReport:
    """Everything in a log so far; `sentence` says which stage the preparation is in, or what went wrong."""

    state: RunState = RunState.PREPARING
    sentence: str = "Starting"
    facts: dict[str, Any] = field(default_factory=dict)
    steps: list[LiveStepReport] = field(default_factory=list)
    trials: list[Trial] = field(default_factory=list)
    snapshots: list[Snapshot] = field(default_factory=list)
    saved: bool = False

    def copy(self) -> "RunReport":
        """A copy that later lines don't change."""
        return replace(self, steps=list(self.steps), trials=list(self.trials), snapshots=list(self.snapshots))

    def take(self, line: str) -> None:
        """Read one line of the log; skip one that is damaged."""
        try:
            values = json.loads(line)
            self._note(values.pop("what"), values)
        except (ValueError, KeyError, TypeError, AttributeError):
            return

    def _note(self, what: str, values: dict[str, Any]) -> None:
        match what:
            case "preparing":
                self.sentence = values["stage"]
            case "begins":
                self.facts, self.state, self.sentence = values, RunState.RUNNING, ""
            case "step":
                self.steps.append(LiveStepReport(**values))
            case "trial":
                self.trials.append(Trial(**values))
            case "look":
                self.snapshots.append(Snapshot(**values))
                if len(self.snapshots) > MOST_SNAPSHOTS:
                    del self.snapshots[1::2]
            case "paused" | "saving":
                self.state = RunState(what)
            case "resumed":
                self.state = RunState.RUNNING
            case "limit":
                self.sentence = "It was stopped because a run can last at most 20 minutes."
            case "finished" | "stopped":
                self.state, self.saved = RunState(what), values["saved"]
            case "failed":
                self.state, self.sentence = RunState.FAILED, values["sentence"]
