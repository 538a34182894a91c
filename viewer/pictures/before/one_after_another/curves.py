"""What was measured on the models: times by length, loss against time, reach of gradients."""

from collections.abc import Mapping
from typing import Literal

import plotly.graph_objects as go

from transformer.analysis.measures.predecessors import Predecessor
from viewer.pictures.before import models
from viewer.widgets import charts

Measured = Mapping[str, Predecessor]
# Reading backwards takes as much work as reading forwards.
TIMED = (models.FIXED, models.BAHDANAU, models.SAME_TIME)


def durations(measured: Measured, part: Literal["read", "written"]) -> go.Figure:
    """Milliseconds by tokens: to read a sentence, or to write one of that length."""
    doing = {"read": "reading", "written": "writing"}[part]
    words, file = f"Time of {doing} a sentence against its tokens, for each model", f"glassformer-time-of-{doing}"
    figure = charts.curves(words, file, "tokens", f"milliseconds of {doing}", 300)
    for name in (each for each in TIMED if each in measured and measured[each].durations):
        rows = measured[name].durations
        _add(figure, name, [row.tokens for row in rows], [getattr(row, part) for row in rows], "%{y:.1f} ms")
    return figure


def losses(measured: Measured) -> go.Figure:
    """Loss on held-out pairs against training time."""
    figure = charts.curves(
        "Loss on held-out pairs against training time, for each model",
        "glassformer-loss-against-time",
        "minutes of training on one core",
        "nats per held-out token",
    ).update_yaxes(rangemode="normal")
    for name in (each for each in models.INKS if each in measured):
        rows = measured[name].curve
        _add(figure, name, [row.seconds / 60 for row in rows], [row.dev_loss for row in rows], "%{y:.3f}")
    return figure


def reach(measured: Measured) -> go.Figure:
    """The mean gradient by the number of recurrent steps between a word and the token with the loss."""
    figure = charts.curves(
        "Mean gradient of a loss against the distance to the word it reaches, for each model",
        "glassformer-reach-of-gradients",
        "recurrent steps between reading a word and writing the token",
        "mean ‖∂L/∂x‖",
    )
    figure.update_layout(margin_l=64, xaxis_rangemode="normal")
    figure.update_yaxes(type="log", exponentformat="power", dtick=1, rangemode="normal")
    for name in (each for each in models.INKS if each in measured):
        rows = measured[name].reach
        _add(figure, name, [row.distance for row in rows], [row.gradient for row in rows], "%{y:.2e}", mode="lines")
    return figure


def _add(figure: go.Figure, name: str, across: list[float], up: list[float], hover: str, **more: str) -> None:
    ink, dash = models.INKS[name]
    style = {"mode": "lines+markers", "line": {"dash": dash}, "hovertemplate": hover, **more}
    figure.add_trace(charts.line(models.TITLES[name], across, up, ink, **style))
