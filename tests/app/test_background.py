"""What takes long is computed by a process beside the server, which yields to it."""

import math
import os
import signal
import sys
from types import ModuleType

import pytest
from serving import until

from viewer.app import background


@pytest.fixture
def own(monkeypatch):
    # A new process runs what is the main program; Streamlit's tests leave their last script as that.
    monkeypatch.setitem(sys.modules, "__main__", ModuleType("__main__"))
    made = background.Background()
    made.begun = True
    monkeypatch.setattr(background, "BACKGROUND", made)
    yield made
    made.close()


@pytest.mark.slow
def test_another_process_computes_at_low_priority_and_is_replaced_if_it_ends(own) -> None:
    ask = background.in_background(os.getpid)
    assert ask() == os.getpid()  # it has only begun
    other = until(lambda: (found := ask()) != os.getpid() and found)
    assert os.getpriority(os.PRIO_PROCESS, other) == os.getpriority(os.PRIO_PROCESS, 0) + background.NICENESS
    with pytest.raises(ValueError, match="negative"):
        background.in_background(math.factorial)(-1)
    os.kill(other, signal.SIGKILL)
    assert until(lambda: ask() not in (os.getpid(), other))


def test_without_a_server_the_caller_computes() -> None:
    assert background.in_background(os.getpid)() == os.getpid()
