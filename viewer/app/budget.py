"""One budget of memory for everything computed from sentences: the least recently used goes first.

`within_budget` replaces `st.cache_resource`: a function with it computes the same thing once, for all visitors. How
many sentences fit depends on their size: a hundred and ten words take a thousand times the memory of "Hello.". What
belongs to a model rather than a sentence is cached elsewhere.
"""

import inspect
import os
import threading
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from functools import wraps
from typing import Any, ParamSpec, TypeVar

from cachetools import LRUCache, cached

from transformer.devices import resident_memory, return_freed_memory
from transformer.errors import GlassformerError
from viewer.app.memory_size import bytes_of

VARIABLE = "GLASSFORMER_CACHE_MEGABYTES"
MEGABYTE = 1024 * 1024
DEFAULT = 96  # megabytes
GROWTH = 48 * MEGABYTE

P = ParamSpec("P")
R = TypeVar("R")


def megabytes(written: str) -> int:
    """The limit set in the environment.

    Raises:
        GlassformerError: if it is not a number.
    """
    text = written.strip() or str(DEFAULT)
    if not (text.isascii() and text.isdigit()):
        raise GlassformerError(f"{VARIABLE} must be a whole number of megabytes, 0 or more, not {text[:40]!r}.")
    return int(text)


def _size(value: Any) -> float:
    """What a value takes; within a run nothing yet, because the run's end measures all that it used."""
    return 0 if hasattr(_run, "keys") else bytes_of(value)


KEPT: LRUCache[Hashable, Any] = LRUCache(megabytes(os.environ.get(VARIABLE, "")) * MEGABYTE, getsizeof=_size)
_changed = threading.Condition()  # guards KEPT; if several visitors want the same value, one computes it
_held = 0  # bytes of this process after freed memory was last returned
_run = threading.local()  # `keys` are the values that the run of this thread has used, between runs there are none


def within_budget(function: Callable[P, R]) -> Callable[P, R]:
    """Compute a function once for the same arguments, and cache the result within the server's budget.

    Everyone shares the result, and nobody changes it. A parameter whose name begins with an underscore is not part
    of the key, as in Streamlit's own caches: it depends on the others.
    """
    signature = inspect.signature(function)
    named = [name for name in signature.parameters if not name.startswith("_")]
    whose = f"{function.__module__}.{function.__qualname__}"

    def key(*args: P.args, **kwargs: P.kwargs) -> Hashable:
        bound = signature.bind(*args, **kwargs)
        bound.apply_defaults()
        found = (whose, *(bound.arguments[name] for name in named))
        if hasattr(_run, "keys"):
            _run.keys.add(found)
        return found

    kept: Callable[P, R] = cached(KEPT, key, condition=_changed)(function)
    return kept


def once_a_run(function: Callable[..., R]) -> Callable[..., R]:
    """Compute a function once in a page's run for the same arguments, and again in the next run.

    Outside a run, at every call. Streamlit's own caches hash their arguments at every call, which takes as long as
    drawing a button.
    """

    @wraps(function)
    def known(*args: Hashable) -> R:
        if not hasattr(_run, "known"):
            return function(*args)
        if (function, args) not in _run.known:
            _run.known[function, args] = function(*args)
        found: R = _run.known[function, args]
        return found

    return known


def _return_memory() -> None:
    """Return freed memory once the process holds `GROWTH` more than after the last time."""
    global _held
    if resident_memory() > _held + GROWTH:
        return_freed_memory()
        _held = resident_memory()


@contextmanager
def settling() -> Iterator[None]:
    """After a page's run, measure what it used, and return freed memory to the system if much was added.

    Not when a value is computed: some grow when used, as a translation computes its trace on demand.
    """
    _run.keys, _run.known = set(), {}
    try:
        yield
    finally:
        used = _run.keys
        del _run.keys, _run.known
        with _changed:
            for key in used & KEPT.keys():
                _measure_again(key)
        _return_memory()


def clear() -> None:
    """Forget everything."""
    with _changed:
        KEPT.clear()


def _measure_again(key: Hashable) -> None:
    value = KEPT.pop(key, None)  # another value that grew may have evicted it
    try:
        if value is not None:
            KEPT[key] = value
    except ValueError:  # it has outgrown the whole budget
        pass
