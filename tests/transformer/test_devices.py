"""What a step has freed is kept: seen from outside, by the memory that the system says a process has."""

import subprocess
import sys

import pytest

# In a process of its own: what other tests have left of theirs decides where a block goes.
FREE_A_BLOCK = """
import torch
from transformer import devices

def left_of_a_freed_block():
    before = devices.resident_memory()
    block = torch.ones(64 * 2**20)  # 256 MiB
    del block
    return devices.resident_memory() - before

print(left_of_a_freed_block())
devices.keep_freed_memory()
print(left_of_a_freed_block())
"""


@pytest.mark.slow
@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="it does something on Linux only")
def test_a_freed_block_stays_with_the_process_only_when_asked() -> None:
    done = subprocess.run([sys.executable, "-c", FREE_A_BLOCK], capture_output=True, text=True, check=True)
    by_default, asked = map(int, done.stdout.split())
    assert by_default < 16 * 2**20
    assert asked > 192 * 2**20
