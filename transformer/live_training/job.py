"""A run in a process of its own, and what is known of it: started, listened to, paused, stopped, ended.

The process is `transformer.live_training.worker`. It is tied to this one by two pipes: whoever starts it and dies, even
without a word, closes its input, and it ends.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum
from pathlib import Path
from typing import Any

from transformer.live_training.settings import IDLE_NICENESS, TrainingSettings
from transformer.live_training.watched_sentence import Look, from_json

TIME_LIMIT = 20 * 60.0  # seconds from the start, preparation and pauses included, after which a run is stopped
MOST_LOOKS = 200
_ROOT = Path(__file__).resolve().parents[2]


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
class Update:
    """One step of the optimiser, see `StepReport`; `steps` are those that the time is expected to allow."""

    step: int
    steps: int
    loss: float
    smoothed: float
    rate: float
    norm: float
    speed: float
    tokens: int
    seconds: float


@dataclass(frozen=True)
class Stock:
    """One look at the held-out pairs: loss in nats per token, greedy BLEU."""

    step: int
    loss: float
    bleu: float
    seconds: float


@dataclass(frozen=True)
class Moment:
    """A look at the watched sentence after so many steps."""

    step: int
    seconds: float
    look: Look


@dataclass
class Progress:
    """All that a run has said of itself.

    Attributes:
        state: where it stands. sentence: what a person should know: the stage of the preparation, or what went wrong.
        facts: the model's and the corpus's, and the watched sentence's tokens; empty while it is prepared.
        updates, stocks, moments: in their order.
        saved: whether its model is in its folder.
        saving: whether it is being written.
    """

    state: JobState = JobState.PREPARING
    sentence: str = "Starting"
    facts: dict[str, Any] = field(default_factory=dict)
    updates: list[Update] = field(default_factory=list)
    stocks: list[Stock] = field(default_factory=list)
    moments: list[Moment] = field(default_factory=list)
    saved: bool = False
    saving: bool = False


class TrainingJob:
    """One run; its methods may be called from any thread.

    Args:
        settings: of the run.
        folder: where the finished or stopped run leaves its model.
        cache: for the prepared corpus, shared by runs.
        threads: that torch may use.
        niceness: how far it stands back behind other processes, 0 to 19; at 19 it takes what they leave.
        limit: seconds after which it is stopped in any case.
    """

    def __init__(
        self,
        settings: TrainingSettings,
        folder: Path,
        cache: Path,
        threads: int = 2,
        niceness: int = IDLE_NICENESS,
        limit: float = TIME_LIMIT,
    ) -> None:
        self.settings = settings
        self.folder = folder
        self._progress = Progress()
        self._lock = threading.Lock()
        self._reset = False
        order = {
            "settings": settings.to_dict(),
            "folder": str(folder),
            "cache": str(cache),
            "threads": threads,
            "niceness": niceness,
            "seconds": limit,
        }
        self.process = subprocess.Popen(
            [sys.executable, "-m", "transformer.live_training.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=_ROOT,
            # Threads that wait for one another give way: where the pages need a core, waiting in a loop would cost
            # most of the speed.
            env={**os.environ, "OMP_NUM_THREADS": str(threads), "OMP_WAIT_POLICY": "PASSIVE"},
            encoding="utf-8",
        )
        self._order(json.dumps(order))
        self._listener = threading.Thread(target=self._listen, name="training-listener", daemon=True)
        self._listener.start()

    @property
    def state(self) -> JobState:
        """Where it stands."""
        return self._progress.state

    def progress(self) -> Progress:
        """What is known by now: a copy that no longer changes."""
        with self._lock:
            now = self._progress
            return Progress(
                now.state,
                now.sentence,
                now.facts,
                list(now.updates),
                list(now.stocks),
                list(now.moments),
                now.saved,
                now.saving,
            )

    def pause(self) -> None:
        """Let it wait after the present step."""
        self._order("pause")

    def resume(self) -> None:
        """Let it go on."""
        self._order("resume")

    def stop(self) -> None:
        """Let it end after the present step; what it has learned is kept in its folder."""
        self._order("stop")

    def end(self) -> None:
        """End its process at once, whatever it does."""
        with self._lock:
            self._reset = True
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self._listener.join(timeout=10)
        if self.process.stdin:
            with contextlib.suppress(OSError, ValueError):
                self.process.stdin.close()

    def wait(self, seconds: float) -> JobState:
        """Return when its process has ended, or after so many seconds."""
        self._listener.join(timeout=seconds)
        return self.state

    def _order(self, line: str) -> None:
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # the process may have ended meanwhile
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()

    def _listen(self) -> None:
        assert self.process.stdout is not None
        hear = _Hearing(self._progress)
        with self.process.stdout as lines:
            for line in lines:
                with self._lock:
                    hear(line)
        code = self.process.wait()
        with self._lock:
            if self._progress.state.active:
                self._progress.state = JobState.FAILED
                self._progress.sentence = "" if self._reset else _how_it_ended(code)
            self._progress.saving = False


class _Hearing:
    """Writes what the process says into a `Progress`."""

    def __init__(self, progress: Progress) -> None:
        self.progress = progress
        self.on: dict[str, Callable[[dict[str, Any]], None]] = {
            "preparing": self._preparing,
            "begins": self._begins,
            "step": lambda values: progress.updates.append(Update(**values)),
            "validation": lambda values: progress.stocks.append(Stock(**values)),
            "look": self._look,
            "paused": lambda _: self._is(JobState.PAUSED),
            "resumed": lambda _: self._is(JobState.RUNNING),
            "limit": lambda _: self._is(progress.state, "It was stopped because a run may last 20 minutes at most."),
            "saving": self._saving,
            "finished": lambda _: self._ended(JobState.FINISHED),
            "stopped": lambda _: self._ended(JobState.STOPPED),
            "failed": lambda values: self._is(JobState.FAILED, values["sentence"]),
        }

    def __call__(self, line: str) -> None:
        try:
            values = json.loads(line)
            self.on[values.pop("what")](values)
        except (ValueError, KeyError, TypeError):
            return  # a line cut off when its process was killed

    def _is(self, state: JobState, sentence: str | None = None) -> None:
        self.progress.state = state
        if sentence is not None:
            self.progress.sentence = sentence

    def _preparing(self, values: dict[str, Any]) -> None:
        self.progress.sentence = f"{values['stage']} ({values['number'] + 1} of {values['stages']})"

    def _begins(self, values: dict[str, Any]) -> None:
        self.progress.facts = values
        self._is(JobState.RUNNING, "")

    def _look(self, values: dict[str, Any]) -> None:
        step, seconds = values.pop("step"), values.pop("seconds")
        self.progress.moments.append(Moment(step, seconds, from_json(values)))
        if len(self.progress.moments) > MOST_LOOKS:
            del self.progress.moments[1::2]

    def _saving(self, _: dict[str, Any]) -> None:
        self.progress.saving = True

    def _ended(self, state: JobState) -> None:
        self.progress.saved = self.progress.saving
        self.progress.saving = False
        self._is(state)


def _how_it_ended(code: int) -> str:
    memory = ": perhaps the memory is full. Try a smaller model." if code < 0 else ". Start it again."
    return f"The training ended unexpectedly (exit status {code}){memory}"
