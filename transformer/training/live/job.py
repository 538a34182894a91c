"""A run in a process of its own, and what is known of it: started, listened to, paused, stopped, ended.

The process is `transformer.training.live.worker`. It is tied to this one by two pipes: whoever starts it and dies, even
without a word, closes its input, and it ends.
"""

import contextlib
import json
import os
import subprocess
import sys
import threading
from pathlib import Path

from transformer.assets import PACKAGES
from transformer.training.live.report import JobReport, JobState
from transformer.training.live.settings import IDLE_NICENESS, TrainingSettings

TIME_LIMIT = 20 * 60.0  # seconds from the start, preparation and pauses included, after which a run is stopped


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
        self._report = JobReport()
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
            # -P: a folder that the server was started in may hold a file by the name of a module.
            [sys.executable, "-P", "-m", "transformer.training.live.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            # Threads that wait for one another give way: where the pages need a core, waiting in a loop would cost
            # most of the speed.
            env={
                **os.environ,
                "PYTHONPATH": os.pathsep.join([str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])]),
                "OMP_NUM_THREADS": str(threads),
                "OMP_WAIT_POLICY": "PASSIVE",
            },
            encoding="utf-8",
        )
        self._order(json.dumps(order))
        self._listener = threading.Thread(target=self._listen, name="training-listener", daemon=True)
        self._listener.start()

    @property
    def state(self) -> JobState:
        """Where it stands."""
        return self._report.state

    def report(self) -> JobReport:
        """What is known by now: a copy that no longer changes."""
        with self._lock:
            return self._report.copy()

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
        with self.process.stdout as lines:
            for line in lines:
                with self._lock:
                    self._report.hear(line)
        code = self.process.wait()
        with self._lock:
            if self._report.state.active:
                self._report.state = JobState.FAILED
                self._report.sentence = "" if self._reset else _how_it_ended(code)
            self._report.saving = False


def _how_it_ended(code: int) -> str:
    memory = ": perhaps the memory is full. Try a smaller model." if code < 0 else ". Start it again."
    return f"The training ended unexpectedly (exit status {code}){memory}"
