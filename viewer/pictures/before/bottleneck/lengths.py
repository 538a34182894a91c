"""BLEU against source length: measured on these models."""

from collections.abc import Mapping

import plotly.graph_objects as go

from transformer.analysis.measures.predecessors import Predecessor
from viewer.pictures.before import models
from viewer.widgets import charts


def chart(measured: Mapping[str, Predecessor]) -> go.Figure:
    """BLEU of each measured model, by the mean length of the inputs."""
    words, title = "BLEU of each model by length of the English input", "words in the English input, on average"
    figure = charts.curves(words, "glassformer-bleu-by-length", title, "BLEU")
    for name, (ink, dash) in models.INKS.items():
        if name in measured:
            rows = measured[name].by_length
            across, up = [row.mean_words for row in rows], [row.bleu for row in rows]
            style = {"mode": "lines+markers", "line": {"dash": dash}, "hovertemplate": "%{y:.1f}"}
            figure.add_trace(charts.line(models.TITLES[name], across, up, ink, **style))
    return figure
