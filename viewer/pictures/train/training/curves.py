"""The curves of a run on the Training page over time: losses, learning rate, gradient and speed."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from transformer.training.live.report import LiveStepReport, Trial
from viewer.widgets import charts

POINTS = 400  # of a curve
HIGHEST_LOSS = 30  # nats; a higher loss does not stretch the axis
# Title and smallest range of the y-axis, by the value's name in a step's report.
SMALL: dict[str, tuple[str, float]] = {
    "learning_rate": ("Learning rate", 1e-4),
    "gradient_norm": ("Gradient norm", 1),
    "speed": ("Tokens per second", 1000),
}


def curves(steps: Sequence[LiveStepReport], trials: Sequence[Trial], minutes: float) -> dict[str, dict[str, Any]]:
    """All charts of a run in the browser's form, by name."""
    shown = thin_steps(steps)
    return {
        "loss": charts.pack_chart(loss_figure(shown, trials, minutes)),
        **{value: charts.pack_chart(small_figure(shown, value, minutes)) for value in SMALL},
    }


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


def small_figure(steps: Sequence[LiveStepReport], value: str, minutes: float) -> go.Figure:
    """One curve.

    Args:
        steps: of the run.
        value: of `SMALL`.
        minutes: of the whole run.
    """
    name, least = SMALL[value]
    chart = charts.figure(
        f"{name} over training time",
        f"glassformer-{name.lower().replace(' ', '-')}",
        150,
        xaxis={**_time(minutes), "title": {}, "nticks": 4},
        yaxis={"rangemode": "tozero", "autorangeoptions": {"include": [0, least]}, "nticks": 5},
        margin={"t": 8},
        showlegend=False,
        uirevision=True,
    )
    digits = ",.0f" if value == "speed" else ".3g"
    chart.add_trace(
        charts.line(
            name,
            _milliseconds(steps),
            _of(steps, value),
            charts.BLUE,
            customdata=[each.step for each in steps],
            hovertemplate=f"%{{y:{digits}}} (step %{{customdata:,}})<extra></extra>",
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
