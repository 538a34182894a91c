"""BLEU against source length: measured on these models, and from Bahdanau, Cho and Bengio's paper."""

from collections.abc import Mapping

import pandas as pd
import plotly.graph_objects as go

from transformer.analysis.measures.predecessors import Predecessor
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.widgets import charts


def published_table(_: Visit) -> pd.DataFrame:
    """Their table 1, English to French, all sentences of the test set. Each number is the longest training sentence."""
    return pd.DataFrame(
        [
            ("RNNencdec-30: fixed vector", 30, "13.93"),
            ("RNNencdec-50: fixed vector", 50, "17.82"),
            ("RNNsearch-30: looks back", 30, "21.50"),
            ("RNNsearch-50: looks back", 50, "26.75"),
        ],
        columns=["model", "longest sentence in training", "BLEU, as published"],
    )


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


def describe_lengths(measured: Mapping[str, Predecessor]) -> str:
    """Each model's BLEU on the shortest and the longest inputs, and how much it wrote for the longest."""
    sentences = []
    for name in models.TITLES:
        rows = measured[name].by_length if name in measured else ()
        if len(rows) > 1:
            first, last = rows[0], rows[-1]
            sentences.append(
                f"{models.TITLES[name]}: {first.bleu:.1f} at {first.mean_words:.0f} words, {last.bleu:.1f} at "
                f"{last.mean_words:.0f}, where it writes {last.written:.0f}% as many words as the references."
            )
    return " ".join(sentences)
