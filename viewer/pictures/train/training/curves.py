"""The losses of a run on the Training page over time."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from transformer.training.live.report import LiveStepReport, Trial
from viewer.widgets import charts

POINTS = 400  # of a curve
HIGHEST_LOSS = 30  # nats; a higher loss does not stretch the axis


def thin_steps(steps: Sequence[LiveStepReport]) -> list[LiveStepReport]:
    """At most POINTS of them, evenly spaced, including the last; each has its own step's values."""
    if len(steps) <= POINTS:
        return list(steps)
    return [steps[at] for at in np.linspace(0, len(steps) - 1, POINTS).round().astype(int)]


def loss_figure(steps: Sequence[LiveStepReport], trials: Sequence[Trial], minutes: float) -> go.Figure:
    """The loss of each step, smoothed, and of the held-out pairs."""
    chart = charts.figure(
        "Loss over training time: each step, smoothed, and held-out pairs",
        "glassformer-loss",
        290,
        xaxis=_time(minutes),
        yaxis={
            "title": {"text": "nats per token"},
            "rangemode": "tozero",
            "autorangeoptions": {"include": [0, 8], "clipmax": HIGHEST_LOSS},
        },
        uirevision=True,
    )
    at = _milliseconds(steps)
    chart.add_trace(
        charts.line(
            "each step",
            at,
            _of(steps, "loss"),
            charts.PALE,
            line={"width": 1},
            customdata=[each.step for each in steps],
            hovertemplate="%{y:.3f} (step %{customdata:,})",
        )
    )
    chart.add_trace(charts.line("smoothed", at, _of(steps, "smoothed_loss"), charts.BLUE, hovertemplate="%{y:.3f}"))
    chart.add_trace(
        charts.line(
            "held-out pairs",
            _milliseconds(trials),
            _of(trials, "loss"),
            charts.ORANGE,
            mode="lines+markers",
            line={"dash": "dash"},
            marker={"size": 7},
            hovertemplate="%{y:.3f}",
        )
    )
    return chart


def _time(minutes: float) -> dict[str, Any]:
    """The axis spans the whole run from the start, so that curves grow into it."""
    return {**charts.CLOCK, "title": {"text": "training time (minutes)"}, "range": [0, minutes * 60_000]}


def _milliseconds(reports: Sequence[LiveStepReport] | Sequence[Trial]) -> np.ndarray:
    return 1000 * _of(reports, "seconds")


def _of(reports: Sequence[LiveStepReport] | Sequence[Trial], name: str) -> np.ndarray:
    return np.array([getattr(each, name) for each in reports], dtype=np.float32)
