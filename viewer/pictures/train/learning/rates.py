"""What is shown of runs that differ only in the learning rate."""

import math
from typing import Any

import plotly.graph_objects as go
import streamlit as st

from transformer.training.rate_runs import SHIPPED_RATES, SMOOTHING, RateRun, RateRuns, load_rates, smooth
from viewer.transport.payload import Payload
from viewer.widgets import charts

# Share of the loss of a model that knows only token frequencies: a run that stays above it has learned hardly anything
# else.
STUCK, HARDLY = 0.95, 0.9
ROSE_AGAIN = 1.0  # nats above the lowest: less can be chance in a few batches
SHAPE = 30  # points of a rate's small curve
TIE = 0.05  # nats: a smaller difference means nothing on so few held-out pairs


# The colour of each run's line, and how it is drawn: dashes distinguish lines without colour.
_LOOKS: dict[str, tuple[str, dict[str, Any]]] = {
    "the paper’s warm-up": (charts.ORANGE, {"width": 3}),
    "constant": (charts.BLUE, {}),
    "growing": (charts.GREEN, {"dash": "dash"}),
    "decaying": (charts.RED, {"dash": "dash"}),
    "constant, a tenth of the paper’s peak": (charts.SKY, {"dash": "dot"}),
    "constant, ten times the paper’s peak": (charts.VIOLET, {"dash": "dot"}),
    "growing to ten times the paper’s peak": (charts.GREEN, {"dash": "dot"}),
}


@st.cache_resource(show_spinner=False)
def shipped() -> Payload:
    """The shipped runs.

    Raises:
        GlassformerError: if their file is missing or damaged.
    """
    return payload(load_rates(SHIPPED_RATES))


def payload(rates: RateRuns) -> Payload:
    """Every run with its outcome."""
    facts = {
        "facts": dict(rates.facts),
        "runs": [_outcome(run, rates) for run in rates.runs],
        "lesson": lesson(rates),
        "smoothing": SMOOTHING,
        "chart": charts.pack_chart(runs_figure(rates)),
    }
    return Payload(facts)


def runs_figure(rates: RateRuns) -> go.Figure:
    """At the top, the smoothed losses of all runs; below them, their learning rates over the same steps."""
    losses = {run.name: smooth(run.losses) for run in rates.runs}
    steps = rates.facts["training"]["steps"]
    chart = charts.figure(
        "Smoothed training loss and learning rate of every run, step by step",
        "glassformer-learning-rates",
        520,
        xaxis={
            "title": {"text": "step"},
            "range": [1, steps],
            "anchor": "y2",
            "unifiedhovertitle": {"text": "step %{x}"},
        },
        yaxis={
            "title": {"text": "loss, smoothed (nats per token)"},
            "domain": [0.42, 1],
        },
        yaxis2={
            "title": {"text": "learning rate (log)"},
            "domain": [0, 0.36],
            "type": "log",
            "exponentformat": "power",
            "dtick": 1,
        },
        hoversubplots="axis",
        uirevision=True,
    )
    for run in rates.runs:
        ink, style = _LOOKS[run.name]
        steps_done = range(1, len(run.losses) + 1)
        chart.add_trace(
            charts.line(
                run.name,
                steps_done,
                losses[run.name],
                ink,
                line=style,
                legendgroup=run.name,
                customdata=run.rates,
                hovertemplate="%{y:.3f} at rate %{customdata:.3g}",
            )
        )
        # Hovering over one of the two charts shows a run in both, and its name hides it in both.
        more = {"line": style, "yaxis": "y2", "hoverinfo": "skip", "legendgroup": run.name, "showlegend": False}
        chart.add_trace(charts.line(run.name, steps_done, run.rates, ink, **more))
    return chart


def fate(run: RateRun, rates: RateRuns) -> str:
    """The outcome of a run in words, from its numbers only."""
    if run.broke_off:
        return f"broke off after {len(run.losses)} steps: the loss was no longer a number"
    if has_diverged(run):
        least, step = _lowest(run)
        return f"diverged: came down to {least:.2f} by step {step:,}, then went up again"
    if has_hardly_learned(run, rates):
        frequencies = rates.facts["frequency_loss"]
        stuck = (run.validation or math.inf) > STUCK * frequencies
        said = "stuck: no better than" if stuck else "hardly learned: little better than"
        return f"{said} knowing how frequent each token is ({frequencies:.2f})"
    return "learned most in these steps" if among_best(run, rates) else "learned"


def has_diverged(run: RateRun) -> bool:
    """Whether its smoothed loss ends well above its lowest value, or was no longer a number."""
    means = smooth(run.losses)
    return bool(run.broke_off) or means[-1] > min(means) + ROSE_AGAIN


def has_hardly_learned(run: RateRun, rates: RateRuns) -> bool:
    """Whether it learned little more than token frequencies."""
    return run.validation is None or run.validation > HARDLY * rates.facts["frequency_loss"]


def among_best(run: RateRun, rates: RateRuns) -> bool:
    """Whether no run is better by more than chance."""
    best = min((each.validation for each in rates.runs if each.validation is not None), default=math.inf)
    return run.validation is not None and run.validation <= best + TIE


def lesson(rates: RateRuns) -> str:
    """How far apart the runs end, and what that does not show."""
    losses = [run.validation for run in rates.runs if run.validation is not None] or [math.nan]
    return (
        f"These {len(rates.runs)} learning rates lead to losses from {min(losses):.1f} to {max(losses):.1f}. This is "
        f"one seed of a small {rates.facts['model']['norm']}-norm model over {rates.facts['training']['steps']:,} "
        "steps: elsewhere, the order can differ."
    )


def _lowest(run: RateRun) -> tuple[float, int]:
    """The lowest smoothed loss, and its step, counted from 1."""
    means = smooth(run.losses)
    return min(means), means.index(min(means)) + 1


def _outcome(run: RateRun, rates: RateRuns) -> dict[str, Any]:
    return {
        "name": run.name,
        "validation": run.validation,
        "best": among_best(run, rates),
        "fate": fate(run, rates),
        "shape": [rate / max(run.rates) for rate in run.rates[:: max(1, len(run.rates) // SHAPE)]],
    }
