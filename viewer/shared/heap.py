"""Memory that is free goes back to the system."""

import ctypes
from functools import cache
from typing import Any


def give_back() -> None:
    """Have the C library give back to the system what is free in its heaps, where it is glibc; takes milliseconds.

    Streamlit runs every page in a thread of its own, and glibc gives threads heaps of their own. What a sentence took
    is freed here and there in all of them, and stays with the process unless it is asked for.
    """
    if (trim := _trim()) is not None:
        trim(0)


@cache
def _trim() -> Any:
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
