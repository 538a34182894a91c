"""What is free goes back to the system when the process has grown, although something behind it is in use."""

import ctypes
from pathlib import Path

import numpy as np
import pytest

from viewer.app import heap
from viewer.app.budget import MEGABYTE
from viewer.app.heap import Heap, resident

glibc = pytest.mark.skipif(not hasattr(ctypes.CDLL(None), "malloc_trim"), reason="the C library is not glibc")


def filled() -> np.ndarray:
    """A hundred megabytes are taken, each part too small for a place of its own, and freed but for the last."""
    return [np.ones(100_000, np.uint8) for _ in range(1000)][-1]


@glibc
def test_what_is_free_before_something_in_use_is_given_back() -> None:
    last = filled()
    before = resident()
    Heap(growth=0).settle()
    assert before - resident() > 60 * MEGABYTE
    assert last.all()


@glibc
def test_nothing_is_asked_for_until_the_process_has_grown(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []
    monkeypatch.setattr(heap, "_trim", lambda: asked.append)
    kept = Heap(growth=50)
    for held, times in ((100, 1), (149, 1), (150, 2), (160, 2), (120, 2), (201, 3)):
        monkeypatch.setattr(heap, "resident", lambda held=held: held)
        kept.settle()
        assert len(asked) == times


def test_where_it_cannot_be_known_nothing_happens(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(heap, "_MEASURED", tmp_path / "nothing")
    assert resident() == 0
    monkeypatch.setattr(heap, "_trim", lambda: None)
    Heap(growth=0).settle()
