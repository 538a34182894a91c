"""The running totals of greedy decoding and of the beam's best hypothesis, as a chart."""

import math

import plotly.graph_objects as go

from transformer import Translation
from viewer.watch.running_totals import running_totals
from viewer.watch.search.story import Story
from viewer.widgets import charts
from viewer.widgets.tokens import chips


def totals_figure(greedy: Translation, beam: Translation, told: Story) -> go.Figure:
    """Σ log p up to and including every step, for both; a vertical line where they first differ."""
    totals = [running_totals(each.hypothesis) for each in (greedy, beam)]
    longest = max(map(len, totals))
    chart = charts.figure(
        f"Running log-probability of greedy decoding and of the beam’s best hypothesis. {told.words}",
        "glassformer-greedy-and-beam",
        280,
        xaxis={
            "title": {"text": "step"},
            "range": [0.7, max(longest, 2) + 0.3],
            "tick0": 1,
            "dtick": math.ceil(longest / 12),
            "unifiedhovertitle": {"text": "step %{x}"},
        },
        yaxis={
            "title": {"text": "total log-probability (nats)"},
            "range": [1.08 * min(-0.1, *(low for each in totals for low in each)), 0],
        },
    )
    # Greedy decoding is on top, dashed: where the two coincide, both are visible.
    for rank, name, translation, up, ink, dash, symbol in (
        (2, "the beam’s best", beam, totals[1], charts.ORANGE, "solid", "circle"),
        (1, "greedy", greedy, totals[0], charts.BLUE, "dash", "square-open"),
    ):
        tokens = [chip.text for chip in chips(translation.tokens)]
        chart.add_trace(
            charts.line(
                name,
                range(1, len(up) + 1),
                up,
                ink,
                mode="lines+markers",
                line={"dash": dash},
                marker={"size": 8, "symbol": symbol},
                legendrank=rank,
                customdata=[f"{charts.signed(total, 3)} “{token}”" for total, token in zip(up, tokens, strict=True)],
                hovertemplate="%{customdata}",
            )
        )
    if told.step is not None:
        at = told.step + 1
        chart.add_shape(type="line", x0=at, x1=at, y0=0, y1=1, yref="paper")
        chart.add_annotation(x=at, y=1, yref="paper", yanchor="top", xanchor="left", xshift=3, text="they differ")
    return chart
