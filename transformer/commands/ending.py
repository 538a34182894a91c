"""A command that receives SIGTERM, as when a machine shuts down, ends as it does after Ctrl-C: cleanly."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

TERMINATED = 128 + signal.SIGTERM  # the exit status by which shells know it


@contextlib.contextmanager
def ended_by_signal() -> Iterator[None]:
    """Within it, SIGTERM raises SystemExit: files are written whole or not at all, and locks are released."""
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield
        return
    before = signal.signal(signal.SIGTERM, _end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def _end(_signal: int, _frame: FrameType | None) -> None:
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # once is enough: from then on we only tidy up
    raise SystemExit(TERMINATED)
