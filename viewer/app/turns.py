"""Turns: who computes now, where many want to at once.

Threads that all compute fight for Python's lock at every small step of torch, and together do half of what one of them
does alone. So they take turns, in the order in which they came. A run that takes long does not stop the others: after a
while the next one is let in beside it, up to a few.
"""

import math
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Condition, Lock

LONG = 0.75  # seconds, after which a run counts as a long one and the next may begin beside it
MOST = 4  # runs at once, the long ones among them
QUEUE = 150  # that may wait, each of them in a thread of its own
WORD = 1.5  # seconds of waiting, after which one is told
PATIENCE = 60.0  # seconds of waiting, after which one is sent away


class NoTurn(Exception):  # noqa: N818 - it is what happened, and no mistake
    """The patience ended before the turn came, or too many waited already."""


class Turns:
    """Turns at something that is best done by one at a time.

    Args:
        long: seconds after which one is no longer waited for. most: that may be at it at once.
        queue: that may wait.
    """

    def __init__(self, long: float = LONG, most: int = MOST, queue: int = QUEUE) -> None:
        self._long, self._most, self._queue = long, most, queue
        self._lock = Lock()
        self._waiting: deque[Condition] = deque()  # one a ticket, so that only the first is woken
        self._began: dict[Condition, float] = {}  # when each that is at it began

    @contextmanager
    def turn(
        self, tell: Callable[[int], None] = lambda ahead: None, word: float = WORD, patience: float = PATIENCE
    ) -> Iterator[None]:
        """Wait for one's turn, and be at it within the context; it is given back however the context ends.

        Args:
            tell: called once, after `word` seconds of waiting, with how many come before; it may raise, which gives
                up the place.
            patience: seconds to wait at most.

        Raises:
            NoTurn: after that, or at once where as many wait as may.
        """
        ticket = Condition(self._lock)
        with self._lock:
            if len(self._waiting) >= self._queue:
                raise NoTurn
            self._waiting.append(ticket)
        try:
            if not self._come(ticket, min(word, patience)):
                tell(self._ahead_of(ticket))
                if not self._come(ticket, patience - word):
                    raise NoTurn
            yield
        finally:
            self._leave(ticket)

    def _come(self, ticket: Condition, seconds: float) -> bool:
        """Whether the turn comes within so many seconds."""
        end = time.monotonic() + seconds
        with self._lock:
            while True:
                now = time.monotonic()
                opens = (
                    self._opens(now) if self._waiting[0] is ticket else end
                )  # the others are woken when it is theirs
                if opens <= now and self._waiting[0] is ticket:
                    self._waiting.popleft()
                    self._began[ticket] = now
                    self._wake_next()
                    return True
                if now >= end:
                    return False
                ticket.wait(min(opens, end) - now)

    def _opens(self, now: float) -> float:
        """When the next may begin, if nobody ends before."""
        if len(self._began) >= self._most:
            return math.inf
        return max((began + self._long for began in self._began.values()), default=now)

    def _ahead_of(self, ticket: Condition) -> int:
        with self._lock:
            return self._waiting.index(ticket) + len(self._began)

    def _leave(self, ticket: Condition) -> None:
        with self._lock:
            if self._began.pop(ticket, None) is None:
                self._waiting.remove(ticket)
            self._wake_next()

    def _wake_next(self) -> None:
        if self._waiting:
            self._waiting[0].notify()
