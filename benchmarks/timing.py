"""Fair timings on a machine that others use too: interleaved repetitions, medians."""

import platform
import statistics
import time
from collections.abc import Callable, Mapping

import torch

from transformer.devices import machine


def milliseconds(calls: Mapping[str, Callable[[], object]], repetitions: int, block: int = 1) -> dict[str, list[float]]:
    """Time each call `repetitions` times, in turn, so that all meet the same disturbances.

    Args:
        block: how often a call is timed before it is the next one's turn. Before each block it runs twice untimed, so
            that it finds the caches as it does in use, and not as another program has left them.
    """
    times: dict[str, list[float]] = {name: [] for name in calls}
    for _ in range(max(1, repetitions // block)):
        for name, call in calls.items():
            for _ in range(2):
                call()
            for _ in range(block):
                begun = time.perf_counter()
                call()
                times[name].append((time.perf_counter() - begun) * 1000)
    return times


def median(values: list[float]) -> float:
    """The middle one."""
    return statistics.median(values)


def percentile_95(values: list[float]) -> float:
    """All but the slowest twentieth are at most this."""
    return sorted(values)[min(len(values) - 1, int(0.95 * len(values)))]


def measured_on() -> str:
    """One line about where the figures come from."""
    return f"{machine()}, Python {platform.python_version()}, PyTorch {torch.__version__}, {time.strftime('%Y-%m-%d')}"
