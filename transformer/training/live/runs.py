"""The runs of one server, each in its own process, and the models that they produce."""

import contextlib
import json
import os
import secrets
import shutil
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from transformer.assets import PACKAGES
from transformer.errors import TrainingError
from transformer.model.folder import CONFIG_FILE, MODELS_VARIABLE, WEIGHTS_FILE, is_model_name, shipped_models
from transformer.training.live.report import RunReport, RunState
from transformer.training.live.settings import TrainingSettings
from transformer.workspace import Workspace

MOST_RUNS = 2  # at a time
MOST_MODELS = 40  # of visitors
MOST_THREADS = 4  # of a run
AWAY = 300.0  # seconds without anyone watching a run, after which it ends
RESULT_STAYS = 3600.0  # the same for a finished run; its model stays
VISITORS = "fresh-"  # how the name of a visitor's model begins


class Run:
    """One run; any thread can call its methods.

    Args:
        model: the folder for its model, which also names the run.

    Attributes:
        seen: when somebody last watched it, by the monotonic clock.
    """

    def __init__(self, settings: TrainingSettings, log: Path, model: Path, threads: int) -> None:
        self.settings, self.log, self.model = settings, log, model
        self.seen = time.monotonic()
        self._lock = threading.Lock()
        self._report = RunReport()
        self._unread = ""
        with log.open("wb") as written:
            self.process = subprocess.Popen(
                # -P: the server's working folder might contain a file named like a module.
                [sys.executable, "-P", "-m", "transformer.training.live.worker"],
                stdin=subprocess.PIPE,  # closed when this process ends, in whatever way: then the run ends too
                stdout=written,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join([str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])]),
                    "OMP_NUM_THREADS": str(threads),
                    "OMP_WAIT_POLICY": "PASSIVE",  # a waiting loop would take the cores from the pages
                },
                encoding="utf-8",
            )
        self._lines = log.open(encoding="utf-8", errors="replace")
        self.order(json.dumps({"settings": asdict(settings), "folder": str(model), "threads": threads}))

    @property
    def name(self) -> str:
        """The name of the run and of its model."""
        return self.model.name

    def order(self, word: str) -> None:
        """Order "pause", "resume" or "stop", which the process obeys after its current step."""
        assert self.process.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # the process may have ended already
            self.process.stdin.write(word + "\n")
            self.process.stdin.flush()

    def report(self) -> RunReport:
        """What its log says so far."""
        with self._lock:
            status = self.process.poll()  # before reading: all that an ended process wrote gets read
            added = "" if self._lines.closed else self._lines.read()
            *lines, self._unread = (self._unread + added).split("\n")
            for line in lines:
                self._report.take(line)
            if status is not None and self._report.state.active:
                self._report.state, self._report.sentence = RunState.FAILED, _how_it_ended(status)
            return self._report.copy()

    def end(self) -> None:
        """End its process at once and delete its log; a finished model stays."""
        self.process.kill()
        self.process.wait()
        with self._lock, contextlib.suppress(OSError):
            self._lines.close()
            self.process.stdin.close()  # type: ignore[union-attr]
        self.log.unlink(missing_ok=True)
        if not _is_whole(self.model):
            shutil.rmtree(self.model, ignore_errors=True)


def _how_it_ended(status: int) -> str:
    memory = ": perhaps the memory is full. Try a smaller model." if status < 0 else ". Start it again."
    return f"The training ended unexpectedly (exit status {status}){memory}"


class Runs:
    """The runs of one server. Any thread can call every method.

    Args:
        begin: begins a run, like `Run`.
    """

    def __init__(self, begin: Callable[..., Run] = Run) -> None:
        self._begin = begin
        self._lock = threading.RLock()
        self._runs: dict[str, Run] = {}
        self._workspace = Workspace()
        self._workspace.tidy()

    def start(self, settings: TrainingSettings, earlier: str = "") -> str:
        """Begin a run, forget the visitor's earlier one, and return its name, which is unguessable."""
        with self._lock:
            self._forget_unseen()
            active = [run for run in self._runs.values() if run.report().state.active]
            if any(run.name == earlier for run in active):
                raise TrainingError("You already have a run: stop or reset it before you start another.")
            if len(active) >= MOST_RUNS:
                raise TrainingError(
                    f"This server is already training {MOST_RUNS} models, its limit. Try again in a few minutes."
                )
            self.reset(earlier)
            try:
                run = self._begin_in_folders(settings, max(1, (os.cpu_count() or 1) // (len(active) + 1)))
            except OSError as error:
                raise TrainingError(f"The training cannot be started: {error.strerror or error}.") from error
            self._runs[run.name] = run
            return run.name

    def find(self, name: str) -> Run | None:
        """The run of this name; records that somebody is watching it."""
        with self._lock:
            if run := self._runs.get(name):
                run.seen = time.monotonic()
            self._forget_unseen()
            return run

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
            self._workspace.remove()

    def keep(self, write: Callable[[Path], None]) -> str:
        """Keep a model among those of visitors: `write` fills its folder. Returns its name, which is unguessable."""
        with self._lock:
            self._workspace.folder()
            model = self._next_model()
            write(model)
            return model.name

    def _begin_in_folders(self, settings: TrainingSettings, threads: int) -> Run:
        folder = self._workspace.folder()
        model = self._next_model()
        return self._begin(settings, folder / f"{model.name}.jsonl", model, min(MOST_THREADS, threads))

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

    def _forget_unseen(self) -> None:
        for run in list(self._runs.values()):
            longest = AWAY if run.report().state.active else RESULT_STAYS
            if time.monotonic() - run.seen > longest:
                self.reset(run.name)


def _is_whole(folder: Path) -> bool:
    return (folder / CONFIG_FILE).exists() and (folder / WEIGHTS_FILE).exists()
