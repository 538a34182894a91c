"""All runs of one server: who has which, how many there may be, what becomes of those nobody looks at any more."""

import os
import secrets
import shutil
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from transformer.errors import TrainingError
from transformer.training.live.job import TrainingJob
from transformer.training.live.kept_models import KeptModels
from transformer.training.live.report import JobState
from transformer.training.live.settings import IDLE_NICENESS, TrainingSettings
from transformer.workspace import Workspace

CACHE_VARIABLE = "GLASSFORMER_CACHE"  # a folder for what is made once on a machine: prepared corpora
# How many threads a run may use, and how far it stands back behind the pages (0 to 19).
THREADS_VARIABLE, NICENESS_VARIABLE = "GLASSFORMER_TRAINING_THREADS", "GLASSFORMER_TRAINING_NICENESS"
MOST_THREADS = 4
MOST_JOBS = 2
VISITOR_AWAY = 120.0  # seconds without its visitor after which a run is ended
UNWATCHED = (
    600.0  # seconds that a visitor may look at other pages before a run is stopped, for others to have its place
)
RESULT_WAITS = 600.0  # seconds without its visitor after which a finished run is forgotten
_LOOKS_AROUND = 2.0  # seconds between two looks at who is still there


def cache_folder() -> Path:
    """Where what is made once on a machine is kept: as the environment says, else the place for such things."""
    chosen = os.environ.get(CACHE_VARIABLE, "").strip()
    usual = os.environ.get("XDG_CACHE_HOME", "").strip() or "~/.cache"
    return Path(chosen) if chosen else Path(os.path.expanduser(usual)) / "glassformer"


@dataclass
class _Entry:
    """A run and who looks at it.

    Attributes:
        token: names the run in an address; nobody can guess it.
        visitors: by their names.
        seen: when one of them was last there, in seconds of the monotonic clock.
        watched: when one of them last looked at it.
        kept: the name under which its model was kept.
    """

    token: str
    job: TrainingJob
    visitors: set[str]
    seen: float
    watched: float
    kept: str = ""


class TrainingJobs:
    """The runs of one server. Every method may be called from any thread.

    Args:
        present: whether a visitor of this name is still connected.
        away, unwatched, waits: seconds, see VISITOR_AWAY, UNWATCHED and RESULT_WAITS.
        look_around: seconds between two looks at who is still there.
        begin: begins a run, as `TrainingJob` does.

    Attributes:
        models: those that visitors have kept.
    """

    def __init__(
        self,
        present: Callable[[str], bool] = lambda _: False,
        away: float = VISITOR_AWAY,
        unwatched: float = UNWATCHED,
        waits: float = RESULT_WAITS,
        look_around: float = _LOOKS_AROUND,
        begin: Callable[..., TrainingJob] = TrainingJob,
    ) -> None:
        self._present = present
        self._away, self._unwatched, self._waits, self._look_around = away, unwatched, waits, look_around
        self._begin = begin
        self._lock = threading.RLock()
        self._entries: dict[str, _Entry] = {}
        self._sweeper: threading.Thread | None = None
        self._workspace = Workspace()
        self.models = KeptModels(self._workspace.folder)

    def start(self, visitor: str, settings: TrainingSettings) -> str:
        """Begin a run for a visitor; returns its token.

        Raises:
            TrainingError: one sentence, if the visitor has a run already or the server has as many as it can bear.
        """
        with self._lock:
            self._sweep()
            mine = self._of(visitor)
            if mine and mine.job.state.active:
                raise TrainingError("You have a run already: stop or reset it before you begin another.")
            active = [entry for entry in self._entries.values() if entry.job.state.active]
            if len(active) >= MOST_JOBS:
                raise TrainingError(
                    f"{len(active)} models are being trained on this machine just now, which is all it can bear: "
                    "wait a few minutes and press the button again."
                )
            if mine:
                self._forget(mine)
            token = secrets.token_urlsafe(9)
            threads = min(MOST_THREADS, max(1, (os.cpu_count() or 1) // (len(active) + 1)))
            try:
                job = self._begin(
                    settings,
                    self._workspace.folder() / f"run-{token}",
                    cache_folder(),
                    _number(THREADS_VARIABLE, threads, 1, 64),
                    _number(NICENESS_VARIABLE, IDLE_NICENESS, 0, IDLE_NICENESS),
                )
            except OSError as error:
                raise TrainingError(f"No process can be started for it: {error.strerror or error}.") from error
            now = time.monotonic()
            self._entries[token] = _Entry(token, job, {visitor}, now, now)
            self._watch()
            return token

    def find(self, visitor: str, token: str | None = None) -> TrainingJob | None:
        """The visitor's run; or the one that `token` names, which then is the visitor's too. Notes that it was seen."""
        with self._lock:
            entry = self._of(visitor)
            named = self._entries.get(token or "")
            if named is not None and named is not entry and not (entry and entry.job.state.active):
                if entry:
                    self._leave(entry, visitor)
                entry = named
                entry.visitors.add(visitor)
            if entry is None:
                return None
            entry.seen = entry.watched = time.monotonic()
            return entry.job

    def token(self, visitor: str) -> str:
        """What names the visitor's run in an address; empty if there is none."""
        with self._lock:
            entry = self._of(visitor)
            return entry.token if entry else ""

    def kept_as(self, visitor: str) -> str:
        """The name under which the visitor's model was kept; empty if it was not."""
        with self._lock:
            entry = self._of(visitor)
            return entry.kept if entry else ""

    def reset(self, visitor: str) -> None:
        """End the visitor's run and forget it; a kept model stays."""
        with self._lock:
            entry = self._of(visitor)
            if entry:
                self._forget(entry)

    def keep(self, visitor: str) -> str:
        """Make the model of the visitor's finished or stopped run one that can be opened; returns its name.

        Raises:
            TrainingError: if there is no such model, or no room for it.
        """
        with self._lock:
            entry = self._of(visitor)
            if entry and entry.kept:
                return entry.kept
            if entry is None or entry.job.state not in (JobState.FINISHED, JobState.STOPPED):
                raise TrainingError("There is nothing to keep yet: let the run finish, or stop it.")
            if not entry.job.report().saved:
                raise TrainingError("The run was stopped before it had learned anything: there is no model to keep.")
            entry.kept = self.models.keep(visitor, entry.job.folder)
            return entry.kept

    def delete(self, visitor: str, name: str) -> None:
        """Delete a model that the visitor has kept.

        Raises:
            TrainingError: if it is not the visitor's, or gone.
        """
        with self._lock:
            self.models.delete(visitor, name)
            for entry in self._entries.values():
                if entry.kept == name:
                    self._forget(entry)
                    break

    def tidy(self) -> None:
        """Remove what servers have left that were killed, and kept models that have expired."""
        self._workspace.tidy()
        self.models.sweep()

    def close(self) -> None:
        """End every run and remove what this server wrote for itself; models under $GLASSFORMER_MODELS stay."""
        with self._lock:
            for entry in list(self._entries.values()):
                self._forget(entry)
            self._workspace.remove()

    def _of(self, visitor: str) -> _Entry | None:
        return next((entry for entry in self._entries.values() if visitor in entry.visitors), None)

    def _leave(self, entry: _Entry, visitor: str) -> None:
        entry.visitors.discard(visitor)
        if not entry.visitors:
            self._forget(entry)

    def _forget(self, entry: _Entry) -> None:
        self._entries.pop(entry.token, None)
        entry.job.end()
        for path in entry.job.folder.parent.glob(f"*{entry.job.folder.name}*"):
            shutil.rmtree(path, ignore_errors=True)

    def _watch(self) -> None:
        if self._sweeper is None or not self._sweeper.is_alive():
            self._sweeper = threading.Thread(target=self._keep_watch, name="training-sweeper", daemon=True)
            self._sweeper.start()

    def _keep_watch(self) -> None:
        while True:
            time.sleep(self._look_around)
            with self._lock:
                self._sweep()
                if not self._entries:
                    self._sweeper = None
                    return

    def _sweep(self) -> None:
        now = time.monotonic()
        for entry in list(self._entries.values()):
            if any(map(self._present, entry.visitors)):
                entry.seen = now
            active = entry.job.state.active
            if now - entry.seen > (self._away if active else self._waits):
                self._forget(entry)
            elif active and now - entry.watched > self._unwatched:
                entry.job.stop()  # what it has learned can still be kept


def _number(variable: str, usual: int, smallest: int, largest: int) -> int:
    """A whole number from the environment, drawn into its limits; the usual one if none stands there."""
    written = os.environ.get(variable, "").strip()
    return min(max(int(written), smallest), largest) if written.isdecimal() else usual
