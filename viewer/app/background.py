"""A process beside the server for what takes long: one thing at a time, after everybody else's pages.

It starts when it is first needed, opens its own copy of the model, and ends with the server. Until it is ready, and
where there is no server, as in the library's tests, the caller computes.
"""

import multiprocessing
import os
import threading
from collections.abc import Callable
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import wraps
from importlib import import_module
from typing import Any, ParamSpec, TypeVar

from viewer.app.turns import out_of_turn

NICENESS = 10  # how readily it yields to the server

P = ParamSpec("P")
R = TypeVar("R")


class Background:
    """The process; `begun` by the server alone."""

    def __init__(self) -> None:
        self.begun = False
        self._changed = threading.Lock()
        self._pool: ProcessPoolExecutor | None = None
        self._first: Future[Any] | None = None

    def submit(self, task: tuple[Any, ...]) -> "Future[Any] | None":
        """What will be computed, or None if the process isn't ready: its first task makes it so."""
        with self._changed:
            if self._pool is None or self._first is None:
                spawning = multiprocessing.get_context("spawn")
                self._pool = ProcessPoolExecutor(1, mp_context=spawning, initializer=_set_up)
                self._first = self._pool.submit(_compute, *task)
                return None
            return self._pool.submit(_compute, *task) if self._first.done() else None

    def close(self) -> None:
        """End it; the next task begins another."""
        with self._changed:
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.shutdown(wait=False, cancel_futures=True)


BACKGROUND = Background()


def in_background(function: Callable[P, R]) -> Callable[P, R]:
    """Compute a function of a module, with arguments and a result that can be sent, in the background."""

    @wraps(function)
    def computed(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            coming = BACKGROUND.submit((function.__module__, function.__qualname__, args)) if BACKGROUND.begun else None
            if coming is not None:
                with out_of_turn():
                    found: R = coming.result()
                return found
        except BrokenProcessPool:  # killed, perhaps for its memory
            BACKGROUND.close()
        return function(*args, **kwargs)

    return computed


def _set_up() -> None:
    if hasattr(os, "nice"):
        os.nice(NICENESS)
    threading.Thread(target=_end_with_server, daemon=True).start()


def _end_with_server() -> None:
    server = multiprocessing.parent_process()
    if server is not None:
        server.join()  # also if it was killed
        os._exit(0)


def _compute(module: str, name: str, args: tuple[Any, ...]) -> Any:
    return getattr(import_module(module), name)(*args)
