"""Where the parameters sit: the paper's base model and this one, by part and, below, by kind."""

from collections.abc import Mapping

import plotly.graph_objects as go

from viewer.widgets import charts

Counts = Mapping[str, Mapping[str, int]]  # by part, then by kind, see transformer/analysis/measures/parameters.py

_TONES = {"encoder": charts.SKY, "decoder": charts.ORANGE, "embeddings": charts.PALE}
_OWN_TONES = {"cross-attention": charts.VIOLET}
_HIGH, _GAP = 0.92, 0.5  # of a row; between two models
NAMES = ("the paper’s base model", "this model")
_BROKEN = ("the paper’s\nbase model", "this model")  # left of the bars, where a phone has little room


def parameters_figure(base: Counts, own: Counts) -> go.Figure:
    """Both models cut into parts and kinds, each as long as the picture is wide; below them both to the same scale."""
    models = (base, own)
    totals = [total(counts) for counts in models]
    parts, kinds = [0, 2 + _GAP], [1, 3 + _GAP]  # the rows' places, top down
    chart = charts.figure(
        f"Parameters by part and kind: {NAMES[0]} has {totals[0]:,}, {NAMES[1]} {totals[1]:,}",
        "glassformer-parameters",
        390,
        barmode="stack",
        hovermode="closest",
        showlegend=False,
        margin={"t": 10},
        xaxis={
            **charts.STILL,
            "title": {"text": "share of the model (%)"},
            "range": [0, 100],
            "domain": [0, 1],
            "anchor": "y",
            "showgrid": False,
        },
        yaxis={
            **charts.STILL,
            "domain": [0.4, 1],
            "range": [3.5 + _GAP, -0.5],
            "showgrid": False,
            "tickvals": [(above + below) / 2 for above, below in zip(parts, kinds, strict=True)],
            "ticktext": [f"{name}\n{millions(size)}" for name, size in zip(_BROKEN, totals, strict=True)],
        },
        xaxis2={**charts.STILL, "title": {"text": "parameters (millions)"}, "anchor": "y2", "rangemode": "tozero"},
        yaxis2={**charts.STILL, "domain": [0, 0.16], "range": [1.5, -0.5], "tickvals": [0, 1], "ticktext": _BROKEN},
    )
    for part, tone in _TONES.items():
        sizes = [sum(counts[part].values()) for counts in models]
        chart.add_trace(_piece(part, sizes, totals, parts, charts.tint(tone, 48)))
        for kind in dict.fromkeys(kind for counts in models for kind in counts[part]):
            sizes = [counts[part].get(kind, 0) for counts in models]
            ink = charts.tint(_OWN_TONES.get(kind, tone), 20)
            chart.add_trace(_piece(f"{part}, {kind}", sizes, totals, kinds, ink))
    chart.add_trace(
        charts.bar(
            "parameters",
            [count / 1e6 for count in totals],
            [0, 1],
            charts.tint(charts.INK, 55),
            xaxis="x2",
            yaxis="y2",
            width=0.7,
            customdata=[f"{count:,} parameters" for count in totals],
            hovertemplate="%{customdata}<extra></extra>",
        )
    )
    return chart


def _piece(name: str, sizes: list[int], totals: list[int], rows: list[float], ink: str) -> go.Bar:
    word = name.rpartition(", ")[2]
    shares = [100 * size / whole for size, whole in zip(sizes, totals, strict=True)]
    return charts.bar(
        name,
        shares,
        rows,
        ink,
        width=_HIGH,
        text=[f"{word}\n{millions(size)}" if size else "" for size in sizes],
        textposition="inside",
        insidetextanchor="middle",
        textangle=0,
        customdata=[f"{name}: {size:,} parameters, {share:.3g} %" for size, share in zip(sizes, shares, strict=True)],
        hovertemplate="%{customdata}<extra></extra>",
    )


def total(counts: Counts) -> int:
    """All parameters of a model."""
    return sum(size for kinds in counts.values() for size in kinds.values())


def millions(count: int) -> str:
    """Three digits of a million, or the number itself where it is small."""
    return f"{f'{count / 1e6:#.3g}'.rstrip('.')} M" if count >= 100_000 else f"{count:,}"
