"""Words removed in each method's order: what is left of the token's probability."""

import pandas as pd
import plotly.graph_objects as go

from transformer.attribution.faithfulness import RANDOM, SEEDS, areas
from viewer.what_if.why.answer import Answer
from viewer.what_if.why.methods import TITLES
from viewer.what_if.why.story import faithful, height, named
from viewer.widgets import charts
from viewer.widgets.payload import Payload

# One colour a family; what is read back, or integrated, is dashed.
LOOKS = {
    "attention": (charts.VIOLET, "solid"),
    "attention_read_back": (charts.VIOLET, "dash"),
    "value_norms": (charts.SKY, "solid"),
    "value_norms_read_back": (charts.SKY, "dash"),
    "gradient": (charts.ORANGE, "solid"),
    "integrated": (charts.ORANGE, "dash"),
    "leave_one_out": (charts.INK, "solid"),
    "value_zeroing": (charts.GREEN, "solid"),
    "alti": (charts.RED, "solid"),
}


def payload(answer: Answer, curves: pd.DataFrame) -> Payload:
    """The chart with what is said of it."""
    return Payload(
        {
            "title": "Is the order right? Take the words away",
            "words": faithful(curves),
            "charts": [{"title": "", "words": "", "chart": charts.sent(_figure(answer, curves)), "open": None}],
            "hint": (
                "The tokens are removed in each method’s order, the most important first, <s> and </s> never. The "
                "faster the probability falls, the better the order; beside each name stands the mean height of its "
                f"curve, less is better. The grey band is the mean of {SEEDS} random orders, the floor. It is the "
                "token’s own probability that is measured; with a rival, some orders are made for the lead over it."
            ),
        }
    )


def _figure(answer: Answer, curves: pd.DataFrame) -> go.Figure:
    heights = areas(curves)
    chart = charts.figure(
        f"The probability of {named(answer.token)} while tokens are removed. {faithful(curves)}",
        "glassformer-faithfulness",
        440,
        xaxis={"title": {"text": "tokens removed"}, "unifiedhovertitle": {"text": "%{x} removed"}},
        yaxis={"title": {"text": "probability that is left"}, "range": [-0.02, 1.02]},
        margin={"l": 8, "r": 12, "t": 30, "b": 8},
        legend={"orientation": "h", "x": 0, "y": 0, "yref": "container", "yanchor": "bottom", "font": {"size": 12}},
    )
    chart.add_trace(
        charts.line(
            f"random order {height(heights[RANDOM])}",
            curves["removed"].tolist(),
            curves[RANDOM].tolist(),
            charts.PALE,
            line={"width": 6},
            hovertemplate="%{y:.3f}",
        )
    )
    for name in heights.drop(RANDOM).sort_values(kind="stable").index:
        ink, dash = LOOKS[name]
        chart.add_trace(
            charts.line(
                f"{TITLES[name]} {height(heights[name])}",
                curves["removed"].tolist(),
                curves[name].tolist(),
                ink,
                line={"dash": dash},
                hovertemplate="%{y:.3f}",
            )
        )
    return chart
