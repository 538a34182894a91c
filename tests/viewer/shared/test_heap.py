"""What is free goes back to the system, although something behind it is in use."""

import ctypes
from pathlib import Path

import numpy as np
import pytest

from viewer.shared import heap
from viewer.shared.budget import MEGABYTE


def resident() -> float:
    """Megabytes of this process that lie in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * 4096 / MEGABYTE


@pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library is not glibc")
def test_what_is_free_before_something_in_use_is_given_back() -> None:
    taken = [np.ones(100_000, np.uint8) for _ in range(1000)]  # each too small for a place of its own
    last = taken[-1]
    before = resident()
    del taken
    heap.give_back()
    assert before - resident() > 60
    assert last.all()


def test_where_the_library_cannot_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(heap, "_trim", lambda: None)
    heap.give_back()
