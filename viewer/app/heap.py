"""Memory that is free goes back to the system."""

import ctypes
from functools import cache
from mmap import PAGESIZE
from pathlib import Path
from typing import Any

_MEASURED = Path("/proc/self/statm")  # where Linux tells what this process holds


class Heap:
    """What this process has of the system's memory, in the heaps of the C library.

    Streamlit runs every page in a thread of its own, and glibc gives threads heaps of their own. What a sentence took
    is freed here and there in all of them, and stays with the process unless it is asked for.

    Args:
        growth: bytes by which the process may grow before free memory is given back again.
    """

    def __init__(self, growth: int) -> None:
        self.growth = growth
        self._held = 0  # when it last gave back

    def settle(self) -> None:
        """Give back what is free if the process has grown; takes microseconds if not, else some milliseconds."""
        if _trim() is None or resident() - self._held < self.growth:
            return
        _trim()(0)
        self._held = resident()


def resident() -> int:
    """Bytes of this process that lie in memory; 0 where the system does not tell."""
    try:
        return int(_MEASURED.read_text(encoding="ascii").split()[1]) * PAGESIZE
    except OSError:
        return 0


@cache
def _trim() -> Any:
    """glibc's malloc_trim; None where the C library is another."""
    return getattr(ctypes.CDLL(None), "malloc_trim", None)
