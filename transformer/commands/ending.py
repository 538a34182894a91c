"""A command that is told to end, as when a machine shuts down or its terminal closes, ends as after Ctrl-C: cleanly."""

import contextlib
import signal
import threading
from collections.abc import Iterator
from types import FrameType

SIGNALS = [signal.SIGTERM, *([signal.SIGHUP] if hasattr(signal, "SIGHUP") else [])]


@contextlib.contextmanager
def exit_on_signal() -> Iterator[None]:
    """Within it, SIGTERM and SIGHUP raise SystemExit: files are written whole or not at all, and locks are released.

    What ignores a signal, such as `nohup`, goes on ignoring it.
    """
    if threading.current_thread() is not threading.main_thread():  # only the main thread receives signals
        yield
        return
    before = {each: signal.signal(each, _end) for each in SIGNALS if signal.getsignal(each) != signal.SIG_IGN}
    try:
        yield
    finally:
        for each, handler in before.items():
            signal.signal(each, handler)


def _end(number: int, _frame: FrameType | None) -> None:
    for each in SIGNALS:
        signal.signal(each, signal.SIG_IGN)  # once is enough: from then on we only tidy up
    raise SystemExit(128 + number)  # the exit status by which shells know it
