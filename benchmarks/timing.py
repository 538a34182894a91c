"""Fair timings on a shared machine, and how the scripts take options and write tables."""

import argparse
import platform
import statistics
import time
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import torch

from transformer.devices import describe_machine
from transformer.model.config import ModelConfig, preset
from transformer.training.recipes.recipe import read_recipe


def recipe_sizes(vocabulary_size: int) -> ModelConfig:
    """The sizes of the model that the recipe builds."""
    options = read_recipe("en-fr").stages[0].options
    sizes = {name: options[name] for name in ("encoder_layers", "d_ff", "dropout")}
    return preset("small", vocabulary_size=vocabulary_size, **sizes)


def milliseconds(calls: Mapping[str, Callable[[], object]], repetitions: int, block: int = 1) -> dict[str, list[float]]:
    """Time each call `repetitions` times, in turn, `block` times each after two untimed runs."""
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


def options_of(doc: str | None) -> argparse.ArgumentParser:
    """A parser whose help is the script's docstring."""
    return argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)


def table(columns: Sequence[str], rows: Iterable[Sequence[object]]) -> list[str]:
    """The lines of a Markdown table, numbers on the right, and an empty line."""
    lines = (f"| {' | '.join(map(str, row))} |" for row in rows)
    return [f"| {' | '.join(columns)} |", f"| --- |{' ---: |' * (len(columns) - 1)}", *lines, ""]


def write_report(path: Path | None, title: str, intro: str, *lines: str) -> None:
    """Print a report and, if there is a path, write it."""
    text = "\n".join([f"# {title}", "", f"{intro} {measured_on()}.", "", *lines]).rstrip() + "\n"
    print(text)
    if path is not None:
        path.write_text(text, encoding="utf-8")


def measured_on() -> str:
    """One line about where the figures come from."""
    versions = f"Python {platform.python_version()}, PyTorch {torch.__version__}"
    return f"{describe_machine()}, {versions}, {time.strftime('%Y-%m-%d')}"
