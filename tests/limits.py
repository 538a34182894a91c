"""A limit to the time of a test, as hooks of pytest."""

import os
import threading
import time
from collections.abc import Generator

import pytest

# A test, or what is set up for it alone, that takes more seconds than LONGEST fails, unless it is marked `slow` or
# `browser`; so does a fixture that several tests share and that takes more than LONGEST_SHARED. Counted are the seconds
# that this process and the ones it has waited for computed, and those that a test asked to sleep: the time on the wall
# would grow on a machine that is busy with something else, and fail tests at random. Since computing takes longer too
# where others use the same core, a machine that is slow at that moment is given more.
LONGEST = 1.0
LONGEST_SHARED = 20.0
SHORTEST_SLEEP = 0.05  # who asks in shorter steps whether something has happened does not wait for a time
_slept = 0.0
_shared = 0.0  # seconds that fixtures took which several tests share
_sleep = time.sleep


def _counted_sleep(seconds: float) -> None:
    global _slept
    if seconds >= SHORTEST_SLEEP and threading.current_thread() is threading.main_thread():
        _slept += seconds
    _sleep(seconds)


time.sleep = _counted_sleep


def _spent() -> float:
    used = os.times()
    return used.user + used.system + used.children_user + used.children_system + _slept


def _slowness() -> float:
    """How many times as long a piece of work takes now as on a machine that does nothing else, at least 1."""
    begun = time.process_time()
    sum(number * number for number in range(1_000_000))
    return max(1.0, (time.process_time() - begun) / 0.05)


def _within_limit(item: pytest.Item, phase: str) -> Generator[None, object, object]:
    begun = _spent() - _shared
    result = yield
    seconds = _spent() - _shared - begun
    may_be_slow = item.get_closest_marker("slow") or item.get_closest_marker("browser")
    if seconds > LONGEST and not may_be_slow and seconds > LONGEST * _slowness():
        pytest.fail(f"the {phase} took {seconds:.1f} s: make it cheaper, or mark it slow", pytrace=False)
    return result


@pytest.hookimpl(wrapper=True)
def pytest_runtest_setup(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _within_limit(item, "set-up"))


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    return (yield from _within_limit(item, "test"))


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(
    fixturedef: pytest.FixtureDef[object], request: pytest.FixtureRequest
) -> Generator[None, object, object]:
    global _shared
    begun, before = _spent(), _shared
    result = yield
    if fixturedef.scope != "function":
        seconds = _spent() - begun
        _shared = before + seconds  # with what it asked for itself
        if seconds > LONGEST_SHARED:
            pytest.fail(f"the fixture {fixturedef.argname} took {seconds:.1f} s: make it cheaper", pytrace=False)
    return result
