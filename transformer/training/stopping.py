"""A signal to end waits until the current step of a training is whole, so that the step can be saved."""

import contextlib
import signal
import threading
from collections.abc import Callable, Iterator
from types import FrameType, TracebackType
from typing import Any, NoReturn

# Ctrl-C, a machine that shuts down, a terminal that is closed; Windows has no such signal for the last one.
_SIGNALS = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


class InterruptedWorkError(Exception):
    """What `Stopping.at_once` interrupts can be done again."""


class Stopping:
    """Within it, the first signal to end is kept, for `obey`; a second Ctrl-C ends at once.

    Args:
        say: is told that there was one.
    """

    def __init__(self, say: Callable[[str], object]) -> None:
        self._say = say
        self.signal: int | None = None
        self._waits = True
        self._before: dict[int, Any] = {}

    @contextlib.contextmanager
    def at_once(self) -> Iterator[None]:
        """Within it, a signal raises an `InterruptedWorkError`, also one that came before."""
        self._waits = False
        try:
            if self.signal is not None:
                raise InterruptedWorkError
            yield
        finally:
            self._waits = True

    def obey(self) -> NoReturn:
        """End as the signal says, or as SIGTERM does if only another process has received one."""
        if self.signal == signal.SIGINT:
            raise KeyboardInterrupt
        raise SystemExit(128 + (self.signal or signal.SIGTERM))

    def __enter__(self) -> "Stopping":
        if threading.current_thread() is threading.main_thread():  # no other can set a handler
            for number in _SIGNALS:
                if signal.getsignal(number) not in (signal.SIG_IGN, None):  # nohup ignores SIGHUP
                    self._before[number] = signal.signal(number, self._keep)
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None) -> None:
        for number, handler in self._before.items():
            signal.signal(number, handler)
        if error is None and self.signal is not None:
            self.obey()

    def _keep(self, number: int, _: FrameType | None) -> None:
        if self.signal is not None:
            if number == signal.SIGINT:
                raise KeyboardInterrupt
            return
        self.signal = number
        if not self._waits:
            raise InterruptedWorkError
        self._say("Stopping after this step. Ctrl-C again ends at once, without saving it.")
