"""The map: the most frequent words in a plane, with a word and its neighbours."""

import plotly.graph_objects as go
import streamlit as st

from transformer.analysis.measures.vocabulary import VocabularyMap, vocabulary_map
from transformer.training.word_vectors.vectors import WordVectors
from viewer.before.word_vectors import shipped
from viewer.before.word_vectors.shipped import Kind
from viewer.widgets import charts

MAPPED = 400  # words
NAMED = 60  # how many of them are labelled
_TOLD = 5  # neighbours shown on hover


def chart(kind: Kind, word: str) -> go.Figure:
    """The map of a table, with a given word marked.

    Raises:
        GlassformerError: if the table is missing or damaged.
    """
    path = str(shipped.path_of(kind))
    vectors, points = shipped.opened(kind), _plane(path).points
    first, second = _plane(path).explained
    figure = charts.figure(
        f"A map of the {MAPPED} most frequent words by {shipped.NAMES[kind]}, and of {word} with its neighbours",
        f"glassformer-word-vectors-{kind}",
        560,
        hovermode="closest",
        margin={"l": 48, "r": 12, "t": 34, "b": 48},
        xaxis={"title": {"text": f"first component ({100 * first:.0f} % of the variance)"}, "showline": False},
        yaxis={"title": {"text": f"second component ({100 * second:.0f} %)"}, "showgrid": False},
    )
    neighbours = [vectors.index(each.word) for each in vectors.neighbours(word)]
    chosen = vectors.index(word)
    frequent = [row for row in range(min(MAPPED, len(vectors))) if row not in {chosen, *neighbours}]
    told = _told(path)
    layers = (
        ("most frequent words", frequent, charts.PALE, 5),
        ("its neighbours", neighbours, charts.BLUE, 7),
        (vectors.words[chosen], [chosen], charts.RED, 10),
    )
    for name, rows, ink, size in layers:
        frequent_ones = name == layers[0][0]
        figure.add_trace(
            charts.line(
                name,
                points[rows, 0].numpy(),
                points[rows, 1].numpy(),
                ink,
                mode="markers+text",
                marker={"size": size},
                text=[vectors.words[row] if not frequent_ones or row < NAMED else "" for row in rows],
                textposition="top center",
                customdata=[told[row] if row < MAPPED else _told_of(vectors, row) for row in rows],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    return figure


@st.cache_resource(max_entries=4, show_spinner=False)
def _plane(path: str) -> VocabularyMap:
    return vocabulary_map(_vectors(path).directions, MAPPED)


@st.cache_resource(max_entries=4, show_spinner=False)
def _told(path: str) -> list[str]:
    """What hovering shows for each word on the map."""
    vectors = _vectors(path)
    return [_told_of(vectors, row) for row in range(min(MAPPED, len(vectors)))]


def _told_of(vectors: WordVectors, row: int) -> str:
    near = ", ".join(each.word for each in vectors.neighbours(vectors.words[row], _TOLD))
    return f"{vectors.words[row]}, {int(vectors.counts[row]):,} times\nnear: {near}"


def _vectors(path: str) -> WordVectors:
    return next(shipped.opened(kind) for kind in shipped.NAMES if str(shipped.path_of(kind)) == path)
