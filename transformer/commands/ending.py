"""A command that is asked to end by SIGTERM, as machines do that are shut down, ends as by Ctrl-C: in good order."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

TERMINATED = 128 + signal.SIGTERM  # the exit status by which shells know it


@contextlib.contextmanager
def ended_by_signal() -> Iterator[None]:
    """Within it, SIGTERM raises SystemExit: files are written whole or not at all, and locks are released."""
    if threading.current_thread() is not threading.main_thread():  # signals come to that one alone
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(_signal: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: what follows only tidies up
    raise SystemExit(TERMINATED)
