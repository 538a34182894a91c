"""One budget of memory for all that is kept of sentences: what was used last stays, what was not goes first.

`within_budget` stands where `st.cache_resource` would: a function with it computes the same thing once, for all
visitors. But how many sentences are kept follows from how large they are, not from their number: a hundred and ten
words take a thousand times the room of "Hello.". What belongs to a model and not to a sentence is kept elsewhere.
"""

import inspect
import os
import threading
from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from transformer.errors import GlassformerError
from viewer.app.heap import Heap
from viewer.app.memory_size import bytes_of

VARIABLE = "GLASSFORMER_CACHE_MEGABYTES"
MEGABYTE = 1024 * 1024
DEFAULT = 300  # megabytes
_HEAP = Heap(growth=64 * MEGABYTE)
_MOST_IN_USE = 100  # values handed out to one thread before they are measured again, if nobody calls `settle`

P = ParamSpec("P")
R = TypeVar("R")


@dataclass
class _Turn:
    """Who computes a value, while others want the same one.

    Attributes:
        lock: held by whoever computes. waiting: how many hold it or want to.
    """

    lock: threading.RLock = field(default_factory=threading.RLock)
    waiting: int = 0


@dataclass
class _Kept:
    value: Any
    size: int


class Budget:
    """Values by their keys, together no larger than a limit.

    Args:
        limit: in bytes. A single value that is larger is handed out and not kept.
    """

    def __init__(self, limit: int) -> None:
        self.limit = limit
        self._lock = threading.Lock()
        self._kept: OrderedDict[Hashable, _Kept] = OrderedDict()  # the one used last stands last
        self._total = 0
        self._turns: dict[Hashable, _Turn] = {}
        self._in_use = threading.local()

    @property
    def total(self) -> int:
        """Bytes of all that is kept."""
        return self._total

    def __len__(self) -> int:
        return len(self._kept)

    def get(self, key: Hashable, compute: Callable[[], R]) -> R:
        """The value of a key, computed if it is not kept; of several threads that want it one computes.

        What `compute` raises is raised here, and the next who wants the value computes it again.
        """
        with self._turn(key):
            with self._lock:
                found = self._kept.get(key)
                if found is not None:
                    self._kept.move_to_end(key)
            value: R = compute() if found is None else found.value
            if found is None:
                self._keep(key, value)
        self._note(key)
        return value

    def settle(self) -> None:
        """Measure again what this thread was handed since it last settled, and give free memory back to the system.

        Some values grow when they are looked at: a translation computes its trace when it is first asked for. Every run
        of a page ends with this.
        """
        for key in self._noted():
            with self._lock:
                found = self._kept.get(key)
            if found is not None:
                size = bytes_of(found.value)
                with self._lock:
                    if self._kept.get(key) is found:
                        self._total += size - found.size
                        found.size = size
                        self._make_room(key)
        self._in_use.keys = {}
        _HEAP.settle()

    @contextmanager
    def settling(self) -> Iterator[None]:
        """`settle` at the end, however it comes."""
        try:
            yield
        finally:
            self.settle()

    def clear(self) -> None:
        """Forget everything."""
        with self._lock:
            self._kept.clear()
            self._total = 0

    def _keep(self, key: Hashable, value: Any) -> None:
        kept = _Kept(value, bytes_of(value))
        with self._lock:
            self._kept[key] = kept
            self._total += kept.size
            self._make_room(key)

    def _make_room(self, newest: Hashable) -> None:
        """Forget what was used longest ago; but what is larger than all the room there is itself and nothing else."""
        if self._kept[newest].size > self.limit:
            self._total -= self._kept.pop(newest).size
        while self._total > self.limit:
            _, least_recent = self._kept.popitem(last=False)
            self._total -= least_recent.size

    @contextmanager
    def _turn(self, key: Hashable) -> Iterator[None]:
        with self._lock:
            turn = self._turns.setdefault(key, _Turn())
            turn.waiting += 1
        try:
            with turn.lock:
                yield
        finally:
            with self._lock:
                turn.waiting -= 1
                if not turn.waiting:
                    del self._turns[key]

    def _noted(self) -> dict[Hashable, None]:
        return getattr(self._in_use, "keys", {})

    def _note(self, key: Hashable) -> None:
        noted = self._noted()
        noted[key] = None
        self._in_use.keys = noted
        if len(noted) > _MOST_IN_USE:
            self.settle()


def within_budget(function: Callable[P, R]) -> Callable[P, R]:
    """Compute a function once for the same arguments, and keep the result within the server's budget.

    All who ask share the result: nobody changes it. A parameter whose name begins with an underscore is not looked at,
    as in Streamlit's own caches: it follows from the others.
    """
    signature = inspect.signature(function)
    named = [name for name in signature.parameters if not name.startswith("_")]
    whose = f"{function.__module__}.{function.__qualname__}"

    @wraps(function)
    def kept(*args: P.args, **kwargs: P.kwargs) -> R:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        key = (whose, *(bound.arguments[name] for name in named))
        return budget().get(key, lambda: function(*args, **kwargs))

    return kept


_making = threading.Lock()
_budget: Budget | None = None


def budget() -> Budget:
    """The server's one budget: as many megabytes as the environment says, else 300.

    Raises:
        GlassformerError: if the environment says no number.
    """
    global _budget
    with _making:
        if _budget is None:
            _budget = Budget(_megabytes() * MEGABYTE)
        return _budget


def _megabytes() -> int:
    written = os.environ.get(VARIABLE, "").strip() or str(DEFAULT)
    if not (written.isascii() and written.isdigit()):
        raise GlassformerError(f"{VARIABLE} must be a whole number of megabytes, 0 or more, not {written[:40]!r}.")
    return int(written)
