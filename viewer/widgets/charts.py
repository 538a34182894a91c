"""Charts by Plotly: figures that hold numbers and words; the browser gives them the colours of the page.

Every line or bar chart whose points drive nothing else on a page is made from these. A component draws it with
`plotlyChart` of `viewer/widgets/plotly_chart.js`; `show` puts one on a page by itself.

A colour is written as in a style sheet, `var(--ink-query)`: it is looked up where the chart stands, so that it is the
page's own in light and in dark. Texts are text: only a template, such as `hovertemplate`, may hold markup.
"""

import json
from collections.abc import Sequence
from typing import Any, TypeAlias

import numpy as np
import plotly.graph_objects as go

from viewer.widgets.component import component
from viewer.widgets.payload import Payload

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
# An axis that no zoom changes.
STILL = {"fixedrange": True}

Numbers: TypeAlias = Sequence[float] | np.ndarray


def figure(words: str, file: str, height: int, **layout: Any) -> go.Figure:
    """An empty chart.

    Args:
        words: what the picture shows, for those who do not see it.
        file: how a saved picture is called, without its ending.
        height: in pixels.
        layout: what Plotly calls layout; the title of an axis says its unit.
    """
    return go.Figure(layout={"template": {}, "height": height, "meta": {"words": words, "file": file}, **layout})


def line(name: str, across: Numbers, up: Numbers, ink: str, **more: Any) -> go.Scatter:
    """A line, with a gap wherever a value is no finite number.

    Args:
        name: in the legend, and beside the value under the pointer.
        across, up: of its points.
        ink: its colour.
        more: what else Plotly knows of a line.
    """
    style = {"width": 2, **more.pop("line", {})}
    shown = {"mode": "lines", **more}
    return go.Scatter(name=name, x=_finite(across), y=_finite(up), line=style, meta={"ink": ink}, **shown)


def bar(name: str, lengths: Numbers, rows: Sequence[Any], ink: str, **more: Any) -> go.Bar:
    """One piece of each of several bars that lie.

    Args:
        name: in the legend, and beside the value under the pointer.
        lengths: of the piece in each row. rows: their names or places.
        ink: its colour.
        more: what else Plotly knows of bars.
    """
    return go.Bar(name=name, x=_finite(lengths), y=list(rows), orientation="h", meta={"ink": ink}, **more)


def tint(colour: str, percent: int) -> str:
    """A colour thinned with the page's background."""
    return f"color-mix(in oklab, {colour} {percent}%, {PAPER})"


def signed(value: float, digits: int) -> str:
    """A number with the minus that the pages write; Plotly's own formats write a hyphen. Zero has no sign."""
    return f"{value:z.{digits}f}".replace("-", MINUS)


def sent(chart: go.Figure) -> dict[str, Any]:
    """A chart as the browser reads it; numbers travel as bytes."""
    read: dict[str, Any] = json.loads(chart.to_json(validate=False))
    return read


def show(chart: go.Figure, key: str) -> None:
    """Draw a chart where Streamlit stands on the page."""
    component("widgets/chart.js")(data=Payload(sent(chart)).packed(), key=key)


def _finite(numbers: Numbers) -> np.ndarray:
    values = np.asarray(numbers)
    if values.dtype != np.float32:
        values = values.astype(np.float64)
    return np.where(np.isfinite(values), values, np.float32(np.nan))
