"""Plotly charts: figures that hold numbers and words; the browser adds the page's colours.

Every line or bar chart whose points control nothing else on a page is made from these. A component draws it with
`plotlyChart` of `viewer/widgets/plotly_chart.js`; `show` puts one directly on a page.

Colours are written as in a style sheet, `var(--ink-query)`, and looked up where the chart is, so that they are the
page's own in light and dark. Texts are text: only a template, such as `hovertemplate`, can contain markup.
"""

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import plotly.graph_objects as go

from viewer.transport.component import component
from viewer.transport.payload import Payload

PAPER = "var(--st-background-color)"
INK = "var(--ink)"
PALE = f"color-mix(in oklab, {INK} 32%, {PAPER})"
BLUE = "var(--ink-query)"
SKY = "var(--encoder)"
ORANGE = "var(--decoder)"
GREEN = "var(--value)"
RED = "var(--key)"
VIOLET = "var(--cross)"

MINUS = "\N{MINUS SIGN}"
# Milliseconds as minutes and seconds.
CLOCK = {"type": "date", "tickformat": "%-M:%S", "hoverformat": "%-M:%S"}
# An axis that zooming does not change.
STILL = {"fixedrange": True}

Numbers: TypeAlias = Sequence[float] | np.ndarray


def figure(words: str, file: str, height: int, **layout: Any) -> go.Figure:
    """An empty chart.

    Args:
        words: what the picture shows, for people who cannot see it.
        file: the name of a saved picture, without extension.
        height: in pixels.
        layout: Plotly's layout; an axis title includes the unit.
    """
    return go.Figure(layout={"template": {}, "height": height, "meta": {"words": words, "file": file}, **layout})


def curves(words: str, file: str, across: str, up: str, height: int = 340) -> go.Figure:
    """An empty chart for lines from 0 on, with their names above it; `across` and `up` are the axes' titles."""
    legend, margin = {"orientation": "h", "y": 1.14, "x": 0}, {"l": 56, "r": 12, "t": 12, "b": 48}
    axes = [{"title": {"text": title}, "rangemode": "tozero"} for title in (across, up)]
    return figure(words, file, height, legend=legend, margin=margin, xaxis=axes[0], yaxis=axes[1])


def line(name: str, across: Numbers, up: Numbers, ink: str, **more: Any) -> go.Scatter:
    """A line, with a gap for every infinite or missing value.

    Args:
        name: in the legend, and next to the hovered value.
        across, up: its points' coordinates.
        ink: its colour.
        more: further Plotly options for a line.
    """
    style = {"width": 2, **more.pop("line", {})}
    shown = {"mode": "lines", **more}
    return go.Scatter(name=name, x=_finite(across), y=_finite(up), line=style, meta={"ink": ink}, **shown)


def bar(name: str, lengths: Numbers, rows: Sequence[Any], ink: str, **more: Any) -> go.Bar:
    """One segment of each of several horizontal bars.

    Args:
        name: in the legend, and next to the hovered value.
        lengths: of the segment in each row. rows: their names or places.
        ink: its colour.
        more: further Plotly options for bars.
    """
    return go.Bar(name=name, x=_finite(lengths), y=list(rows), orientation="h", meta={"ink": ink}, **more)


def tint(colour: str, percent: int) -> str:
    """A colour mixed with the page's background."""
    return f"color-mix(in oklab, {colour} {percent}%, {PAPER})"


def format_signed(value: float, digits: int) -> str:
    """A number with the pages' minus sign; Plotly's own formats write a hyphen. Zero has no sign."""
    return f"{value:z.{digits}f}".replace("-", MINUS)


def pack_chart(chart: go.Figure) -> dict[str, Any]:
    """A chart in the browser's form; numbers travel as bytes."""
    read: dict[str, Any] = json.loads(chart.to_json(validate=False))
    return read


def show(chart: go.Figure, key: str) -> None:
    """Draw a chart at Streamlit's current place on the page."""
    component("widgets/chart.js")(data=Payload(pack_chart(chart)).pack(), key=key)


def _finite(numbers: Numbers) -> np.ndarray:
    values = np.asarray(numbers)
    if values.dtype != np.float32:
        values = values.astype(np.float64)
    return np.where(np.isfinite(values), values, np.float32(np.nan))
