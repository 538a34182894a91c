"""What a step has freed is kept: seen from outside, in a process of its own."""

import subprocess
import sys

import pytest

PROGRAM = """
import sys
import torch
from transformer.devices import keep_freed_memory

def resident():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[1]) * 4096

if sys.argv[1] == "keep":
    keep_freed_memory()
before = resident()
block = torch.ones(16 * 2**20)  # 64 MiB
del block
print(resident() - before)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it does something on Linux only")
def test_a_freed_block_stays_with_the_process_only_when_asked() -> None:
    kept, given_back = (
        int(subprocess.run([sys.executable, "-c", PROGRAM, how], capture_output=True, check=True, text=True).stdout)
        for how in ("keep", "leave")
    )
    assert kept > 48 * 2**20
    assert given_back < 16 * 2**20


def test_elsewhere_nothing_happens(monkeypatch: pytest.MonkeyPatch) -> None:
    from transformer import devices

    monkeypatch.setattr(devices.sys, "platform", "win32")
    monkeypatch.setattr(devices.ctypes, "CDLL", lambda *_: pytest.fail("the C library was asked"))
    devices.keep_freed_memory()
