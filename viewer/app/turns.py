"""Whose run computes: a few at a time, over all visitors of this process."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager

TURNS = threading.BoundedSemaphore(2)
_own = threading.local()  # `has_turn` in the thread of a run


@contextmanager
def taken_turn() -> Iterator[None]:
    """Hold a turn that was acquired from `TURNS`, and give it back."""
    _own.has_turn = True
    try:
        yield
    finally:
        _own.has_turn = False
        TURNS.release()


@contextmanager
def out_of_turn() -> Iterator[None]:
    """Let others compute while this run only waits for another process."""
    if not getattr(_own, "has_turn", False):
        yield
        return
    TURNS.release()
    try:
        yield
    finally:
        TURNS.acquire()
