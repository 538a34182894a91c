"""The runs of one server: two at once, the others wait in a queue; and the models that they produce."""

import heapq
import os
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, replace
from pathlib import Path

from transformer.corpora import Pair
from transformer.errors import TrainingError
from transformer.model.folder import CONFIG_FILE, MODELS_VARIABLE, WEIGHTS_FILE, is_model_name, shipped_models
from transformer.training.live.process import Process
from transformer.training.live.report import RunReport, RunState
from transformer.training.live.settings import TrainingSettings
from transformer.workspace import Workspace

MOST_RUNS = 2  # at a time
MOST_WAITING = 40
MOST_MODELS = 40  # of visitors
MOST_THREADS = 4  # of a run
UNWATCHED_SECONDS = 300.0  # without anyone watching a run, after which it ends
RESULT_SECONDS = 3600.0  # the same for a finished run; its model stays
CHANGE_SECONDS = 20.0  # from one run to the next, beside the training
VISITORS = "fresh-"  # how the name of a visitor's model begins


class Run:
    """One run, which waits until it begins; any thread can call its methods.

    Args:
        model: the folder for its model, which also names the run.

    Attributes:
        seen: when somebody last watched it, by the monotonic clock.
        steering: anyone who has it can pause, stop and reset the run; others only watch.
    """

    def __init__(self, settings: TrainingSettings, model: Path) -> None:
        self.settings, self.model = settings, model
        self.seen, self.steering = time.monotonic(), secrets.token_hex(6)
        self.process: Process | None = None
        self._lock = threading.Lock()
        self._report = RunReport(RunState.WAITING, "")

    @property
    def name(self) -> str:
        """The name of the run and of its model."""
        return self.model.name

    def begin(self, process: Process, threads: int) -> None:
        """Let this process train."""
        self.process, self._report = process, RunReport()
        process.order({"settings": asdict(self.settings), "folder": str(self.model), "threads": threads})

    def order(self, word: str) -> None:
        """Order "pause", "resume" or "stop"; a run that waits can only be stopped."""
        if self.process:
            self.process.order(word)
        elif word == "stop":
            self._report = RunReport(RunState.STOPPED, "It left the queue.")

    def fail(self, sentence: str) -> None:
        """End it before it begins, because of what the sentence says."""
        self._report = RunReport(RunState.FAILED, sentence)

    def report(self) -> RunReport:
        """What its log says so far."""
        with self._lock:
            if self.process:
                lines, status = self.process.read()
                for line in lines:
                    self._report.take(line)
                if status is not None and self._report.state.active:
                    self._report.state, self._report.sentence = RunState.FAILED, _how_it_ended(status)
            return self._report.copy()

    def end(self) -> None:
        """End its process at once and delete its log; a finished model stays."""
        if self.process:
            with self._lock:
                self.process.end()
        if not _is_whole(self.model):
            shutil.rmtree(self.model, ignore_errors=True)
        if self.settings.own:
            Path(self.settings.mixture).unlink(missing_ok=True)


def _how_it_ended(status: int) -> str:
    memory = ": perhaps the memory is full. Try a smaller model." if status < 0 else ". Start it again."
    return f"The training ended unexpectedly (exit status {status}){memory}"


class LiveRuns:
    """The runs of one server. Any thread can call every method.

    Args:
        make: makes a run, like `Run`.
        open: opens a process for it, like `Process`.
    """

    def __init__(self, make: Callable[..., Run] = Run, open: Callable[..., Process] = Process) -> None:
        self._make, self._open = make, open
        self._lock = threading.RLock()
        self._runs: dict[str, Run] = {}  # in the order of the queue
        self._ready: Process | None = None
        self._asked = 0.0  # when a process was last asked to be ready
        self._workspace = Workspace()
        self._workspace.tidy()

    def start(self, settings: TrainingSettings, earlier: str = "", own: Sequence[Pair] = ()) -> Run:
        """Begin a run, or put it into the queue, and forget the visitor's earlier one.

        Args:
            own: the visitor's pairs, if the settings are for those.

        Raises:
            TrainingError: if the visitor has a run already, the queue is full, or no process can be started.
        """
        with self._lock:
            self._advance()
            if (found := self._runs.get(earlier)) and found.report().state.active:
                raise TrainingError("You already have a run: stop or reset it before you start another.")
            if len(self._waiting()) >= MOST_WAITING:
                raise TrainingError(f"{MOST_WAITING} runs wait already: watch one of them, or come back in a while.")
            self.reset(earlier)
            try:
                run = self._make_in_folders(settings, own)
            except OSError as error:
                raise TrainingError(f"The training cannot be started: {error.strerror or error}.") from error
            self._runs[run.name] = run
            self._advance()
            return run

    def make_ready(self, mixture: str) -> None:
        """Open a process for the next run and let it prepare the server's corpora, while the visitor is choosing."""
        with self._lock:
            self._asked = time.monotonic()
            if self._ready is None and len(self._working()) < MOST_RUNS:
                self._ready = self._open_process(mixture)

    def find(self, name: str) -> Run | None:
        """The run of this name; records that somebody is watching it."""
        with self._lock:
            if run := self._runs.get(name):
                run.seen = time.monotonic()
            self._advance()
            return run

    def estimate_wait(self, name: str = "") -> tuple[int, float]:
        """How many runs wait before this one, or before a new one, and in about how many minutes it begins."""
        with self._lock:
            self._advance()
            ahead = [run.name for run in self._waiting()]
            ahead = ahead[: ahead.index(name)] if name in ahead else ahead
            free = [_minutes_left(run) for run in self._working()]
            free += [0.0] * (MOST_RUNS - len(free))
            heapq.heapify(free)
            for each in ahead:
                heapq.heapreplace(free, free[0] + _minutes_left(self._runs[each]))
            return len(ahead), free[0]

    def reset(self, name: str) -> None:
        """End a run and forget it; its model stays."""
        with self._lock:
            if run := self._runs.pop(name, None):
                run.end()

    def models(self) -> dict[str, Path]:
        """The folder of each trained model by name, in the order of training."""
        home = self._home()
        if home is None or not home.is_dir():
            return {}
        taken = shipped_models()
        found = [
            path for path in home.iterdir() if is_model_name(path.name) and path.name not in taken and _is_whole(path)
        ]
        return {path.name: path for path in sorted(found, key=lambda path: (len(path.name), path.name))}

    def close(self) -> None:
        """End every run and delete what this server wrote; models in `GLASSFORMER_MODELS` stay."""
        with self._lock:
            for name in list(self._runs):
                self.reset(name)
            self._end_ready()
            self._workspace.remove()

    def keep(self, write: Callable[[Path], None]) -> str:
        """Keep a model among those of visitors: `write` fills its folder. Returns its name, which is unguessable."""
        with self._lock:
            self._workspace.folder()
            model = self._next_model()
            write(model)
            return model.name

    def _make_in_folders(self, settings: TrainingSettings, own: Sequence[Pair]) -> Run:
        folder = self._workspace.folder()
        model = self._next_model()
        if own:
            file = folder / f"{model.name}.tsv"
            file.write_text("".join(f"{pair.source}\t{pair.target}\n" for pair in own), encoding="utf-8")
            settings = replace(settings, mixture=str(file))
        return self._make(settings, model)

    def _next_model(self) -> Path:
        """The folder for one more model; the oldest goes where there are too many."""
        home = self._home()
        assert home is not None
        home.mkdir(parents=True, exist_ok=True)
        visitors = sorted(home.glob(f"{VISITORS}*"), key=lambda path: path.stat().st_mtime)
        for oldest in visitors[: -MOST_MODELS + 1]:
            shutil.rmtree(oldest, ignore_errors=True)
        return home / f"{VISITORS}{len(visitors) + 1}-{secrets.token_hex(6)}"

    def _home(self) -> Path | None:
        """The folder of trained models; None until it exists."""
        chosen = os.environ.get(MODELS_VARIABLE, "").strip()
        return Path(chosen) if chosen else self._workspace.made and self._workspace.made / "models"

    def _open_process(self, mixture: str = "") -> Process:
        return self._open(self._workspace.folder() / f"{secrets.token_hex(6)}.jsonl", mixture)

    def _advance(self) -> None:
        """Forget the runs that nobody watches, and begin those that wait, as long as fewer than two go on."""
        now = time.monotonic()
        for run in list(self._runs.values()):
            if now - run.seen > (UNWATCHED_SECONDS if run.report().state.active else RESULT_SECONDS):
                self.reset(run.name)
        if now - self._asked > UNWATCHED_SECONDS:
            self._end_ready()
        for run in self._waiting():
            if (working := len(self._working())) >= MOST_RUNS:
                return
            try:
                process, self._ready = self._ready or self._open_process(), None
                run.begin(process, min(MOST_THREADS, max(1, (os.cpu_count() or 1) // (working + 1))))
            except OSError as error:
                run.fail(f"The training cannot be started: {error.strerror or error}.")

    def _end_ready(self) -> None:
        if self._ready:
            self._ready.end()
        self._ready = None

    def _working(self) -> list[Run]:
        states = {run: run.report().state for run in self._runs.values()}
        return [run for run, state in states.items() if state.active and state != RunState.WAITING]

    def _waiting(self) -> list[Run]:
        return [run for run in self._runs.values() if run.report().state == RunState.WAITING]


def _minutes_left(run: Run) -> float:
    steps = run.report().steps
    return max(0.0, run.settings.minutes - (steps[-1].seconds / 60 if steps else 0)) + CHANGE_SECONDS / 60


def _is_whole(folder: Path) -> bool:
    return (folder / CONFIG_FILE).exists() and (folder / WEIGHTS_FILE).exists()
