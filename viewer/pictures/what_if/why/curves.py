"""Words removed in each method's order: how much of the token's probability remains."""

import pandas as pd
import plotly.graph_objects as go

from transformer.attribution.faithfulness import RANDOM, SEEDS, areas
from viewer.pictures.what_if.why.answer import Answer
from viewer.pictures.what_if.why.methods import TITLES
from viewer.pictures.what_if.why.story import faithful, height, quote_token
from viewer.transport.payload import Payload
from viewer.widgets import charts

# One colour per family; read-back and integrated versions are dashed.
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
    """The chart and its caption."""
    return Payload(
        {
            "title": "Is the order right? Remove the words",
            "words": faithful(curves),
            "charts": [{"title": "", "words": "", "chart": charts.pack_chart(_figure(answer, curves))}],
            "hint": (
                "Tokens are removed in each method’s order, the most important first, but never <s> or </s>. The "
                "faster the probability falls, the better the order. Next to each name is its curve’s mean height; "
                f"lower is better. The thick grey line is the mean of {SEEDS} random orders: chance. The curves show "
                "the token’s own probability; with a rival, some methods rank by the lead over it instead."
            ),
        }
    )


def _figure(answer: Answer, curves: pd.DataFrame) -> go.Figure:
    heights = areas(curves)
    chart = charts.figure(
        f"The probability of {quote_token(answer.token)} as tokens are removed. {faithful(curves)}",
        "glassformer-faithfulness",
        440,
        xaxis={"title": {"text": "tokens removed"}, "unifiedhovertitle": {"text": "%{x} removed"}},
        yaxis={"title": {"text": "probability left"}, "range": [-0.02, 1.02]},
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
