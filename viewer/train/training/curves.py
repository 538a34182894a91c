"""The curves of a run on the Training page, over its time: its losses, and learning rate, gradient and speed."""

import math
from collections.abc import Sequence
from typing import Any

import numpy as np
import plotly.graph_objects as go

from transformer.training.live.report import LiveStepReport
from transformer.training.live.settings import TrainingSettings
from transformer.training.reports import ValidationReport
from viewer.widgets import charts

POINTS = 400  # of a curve
HIGHEST_LOSS = 30  # nats; what leaps over it does not stretch the axis
ROUND = (1, 1.5, 2, 2.5, 3, 4, 5, 6, 8, 10)


def curves(
    steps: Sequence[LiveStepReport], validations: Sequence[ValidationReport], settings: TrainingSettings
) -> dict[str, Any]:
    """All charts of a run as the browser reads them, by name; `loss_axes` are the two between which one may choose."""
    shown = thinned_steps(steps)
    losses = [*(each.loss for each in shown), *(each.loss for each in validations)]
    return {
        "loss": charts.sent(loss_figure(shown, validations, settings.minutes)),
        "loss_axes": loss_axes(losses),
        "learning_rate": charts.sent(
            small_figure("Learning rate", shown, "learning_rate", settings.minutes, settings.peak)
        ),
        "gradient_norm": charts.sent(small_figure("Gradient norm", shown, "gradient_norm", settings.minutes, 1)),
        "speed": charts.sent(small_figure("Tokens per second", shown, "speed", settings.minutes, 1000)),
    }


def thinned_steps(steps: Sequence[LiveStepReport]) -> list[LiveStepReport]:
    """At most POINTS of them, evenly taken, the last one included; each bears the values of its own step."""
    if len(steps) <= POINTS:
        return list(steps)
    return [steps[at] for at in np.linspace(0, len(steps) - 1, POINTS).round().astype(int)]


def loss_figure(steps: Sequence[LiveStepReport], validations: Sequence[ValidationReport], minutes: float) -> go.Figure:
    """The loss of each step, smoothed, and of the held-out pairs."""
    chart = charts.figure(
        "Loss over the time of training: of each step, smoothed, and of held-out pairs",
        "glassformer-loss",
        290,
        xaxis=_time(minutes),
        yaxis={"title": {"text": "nats per token"}},
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
            _milliseconds(validations),
            _of(validations, "loss"),
            charts.ORANGE,
            mode="lines+markers",
            line={"dash": "dash"},
            marker={"size": 7},
            hovertemplate="%{y:.3f}",
        )
    )
    return chart


def loss_axes(losses: Sequence[float]) -> dict[str, Any]:
    """The upright axis of the losses, as it is and as a logarithm; 0, or a power of ten, is its lower end."""
    known = [each for each in losses if math.isfinite(each)]
    top = max(8, 2 * math.ceil(max((each for each in known if each < HIGHEST_LOSS), default=0) / 2))
    lowest = math.floor(math.log10(max(1e-3, min(0.5, *known, 0.5))))
    return {
        "linear": {"type": "linear", "range": [0, top], "uirevision": "linear"},
        "logarithmic": {"type": "log", "range": [lowest, math.log10(max(10, top))], "uirevision": "logarithmic"},
    }


def small_figure(name: str, steps: Sequence[LiveStepReport], value: str, minutes: float, least: float) -> go.Figure:
    """One curve without more.

    Args:
        name: what the page calls it.
        steps: of the run.
        value: the name of what is drawn in a step's report.
        minutes: that the run may take.
        least: as far as the upright axis reaches at any rate.
    """
    values = _of(steps, value)
    most = max(least, *values[np.isfinite(values)].tolist(), least)
    chart = charts.figure(
        f"{name} over the time of training",
        f"glassformer-{name.lower().replace(' ', '-')}",
        150,
        xaxis={**_time(minutes), "title": {}, "nticks": 4},
        yaxis={"range": [0, rounded_up(most)], "nticks": 5},
        margin={"t": 8},
        showlegend=False,
        uirevision=True,
    )
    digits = ",.0f" if value == "speed" else ".3g"
    chart.add_trace(
        charts.line(
            name,
            _milliseconds(steps),
            values,
            charts.BLUE,
            customdata=[each.step for each in steps],
            hovertemplate=f"%{{y:{digits}}} (step %{{customdata:,}})<extra></extra>",
        )
    )
    return chart


def rounded_up(value: float) -> float:
    """The next round number."""
    size = 10.0 ** math.floor(math.log10(value))
    return next(each * size for each in ROUND if each * size >= value * 0.9999)


def _time(minutes: float) -> dict[str, Any]:
    """The axis is the whole run's from the beginning, so that a curve grows into its place."""
    return {**charts.CLOCK, "title": {"text": "time of training (minutes)"}, "range": [0, minutes * 60_000]}


def _milliseconds(reports: Sequence[LiveStepReport] | Sequence[ValidationReport]) -> np.ndarray:
    return 1000 * _of(reports, "seconds")


def _of(reports: Sequence[LiveStepReport] | Sequence[ValidationReport], name: str) -> np.ndarray:
    return np.array([getattr(each, name) for each in reports], dtype=np.float32)
