"""The process of a run, from this server's side: it gets orders, and its log is read."""

import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from transformer.assets import PACKAGES


class Process:
    """A process that trains one model. It is opened before its run begins, to have read its packages by then.

    Args:
        log: the file that it writes.
        mixture: the corpora that it prepares meanwhile; none if empty.

    Raises:
        OSError: if it cannot be started.
    """

    def __init__(self, log: Path, mixture: str = "") -> None:
        self.log, self._unread = log, ""
        with log.open("wb") as written:
            self.popen = subprocess.Popen(
                # -P: the server's working folder might contain a file named like a module.
                [sys.executable, "-P", "-m", "transformer.training.live.worker"],
                stdin=subprocess.PIPE,  # closed when this process ends, in whatever way: then the run ends too
                stdout=written,
                env={
                    **os.environ,
                    "PYTHONPATH": os.pathsep.join([str(PACKAGES), *filter(None, [os.environ.get("PYTHONPATH")])]),
                    "OMP_WAIT_POLICY": "PASSIVE",  # a waiting loop would take the cores from the pages
                },
                encoding="utf-8",
            )
        self._lines = log.open(encoding="utf-8", errors="replace")
        self.order({"mixture": mixture})

    def order(self, order: str | dict[str, Any]) -> None:
        """Order what to train, or "pause", "resume" or "stop", which the process obeys after its current step."""
        assert self.popen.stdin is not None
        with contextlib.suppress(OSError, ValueError):  # the process may have ended already
            self.popen.stdin.write((order if isinstance(order, str) else json.dumps(order)) + "\n")
            self.popen.stdin.flush()

    def read(self) -> tuple[list[str], int | None]:
        """The lines of the log since the last call, and the exit status; None while it works."""
        status = self.popen.poll()  # before reading: all that an ended process wrote gets read
        *lines, self._unread = (self._unread + ("" if self._lines.closed else self._lines.read())).split("\n")
        return lines, status

    def end(self) -> None:
        """End it at once and delete its log."""
        self.popen.kill()
        self.popen.wait()
        with contextlib.suppress(OSError):
            self._lines.close()
            self.popen.stdin.close()  # type: ignore[union-attr]
        self.log.unlink(missing_ok=True)
