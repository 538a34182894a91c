"""What a step has freed is kept: seen from outside, by the memory that the system says this process has."""

import ctypes
import sys
from collections.abc import Iterator

import pytest
import torch

from transformer import devices

THRESHOLDS = (devices._M_MMAP_THRESHOLD, devices._M_TRIM_THRESHOLD)
BY_DEFAULT = 128 * 1024  # of both, says the manual page of mallopt


def resident() -> int:
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096


def left_of_a_freed_block() -> int:
    before = resident()
    block = torch.ones(64 * 2**20)  # 256 MiB, more than a gap that other tests may have left
    del block
    return resident() - before


@pytest.fixture
def _as_the_library_does_by_default() -> Iterator[None]:
    def reset() -> None:
        for threshold in THRESHOLDS:
            ctypes.CDLL(None).mallopt(threshold, BY_DEFAULT)
        ctypes.CDLL(None).malloc_trim(0)

    reset()
    yield
    reset()


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it does something on Linux only")
@pytest.mark.usefixtures("_as_the_library_does_by_default")
def test_a_freed_block_stays_with_the_process_only_when_asked() -> None:
    assert left_of_a_freed_block() < 16 * 2**20
    devices.keep_freed_memory()
    assert left_of_a_freed_block() > 192 * 2**20


def test_elsewhere_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(devices.sys, "platform", "win32")
    monkeypatch.setattr(devices.ctypes, "CDLL", lambda *_: pytest.fail("the C library was asked"))
    devices.keep_freed_memory()
