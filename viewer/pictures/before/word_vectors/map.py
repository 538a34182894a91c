"""The map: the most frequent words in a plane, with a word and the words closest to it."""

import math
from itertools import combinations

import plotly.graph_objects as go
import streamlit as st
import torch

from transformer.analysis.measures.vocabulary import VocabularyMap, vocabulary_map
from transformer.training.word_vectors.vectors import WordVectors
from viewer.pictures.before.word_vectors import shipped
from viewer.pictures.before.word_vectors.shipped import Kind
from viewer.widgets import charts

MAPPED = 400  # words
_TOLD = 5  # neighbours shown on hover
_LINE = 0.05  # of the map's height, between two names
_TINY = 1e-9


def chart(kind: Kind, word: str) -> go.Figure:
    """The map of a table, with a given word marked.

    Raises:
        GlassformerError: if the table is missing or damaged.
    """
    path = str(shipped.path_of(kind))
    vectors, points = shipped.opened(kind), _plane(path).points
    figure = charts.figure(
        f"A map of the {MAPPED} most frequent words by {shipped.NAMES[kind]}, of {word} and the words closest to it",
        f"glassformer-word-vectors-{kind}",
        480,
        hovermode="closest",
        margin={"l": 12, "r": 12, "t": 34, "b": 12},
        xaxis={"visible": False},
        yaxis={"visible": False},
    )
    neighbours = [vectors.index(each.word) for each in vectors.neighbours(word)]
    chosen = vectors.index(word)
    frequent = [row for row in range(min(MAPPED, len(vectors))) if row not in {chosen, *neighbours}]
    told = _told(path)
    layers = (
        ("most frequent words", frequent, charts.PALE, 5),
        (vectors.words[chosen], [chosen], charts.RED, 14),
        ("closest words", neighbours, charts.BLUE, 7),
    )
    figure.add_traces(_names(vectors, points, [chosen, *neighbours], frequent))
    for name, rows, ink, size in layers:
        figure.add_trace(
            charts.line(
                name,
                points[rows, 0].numpy(),
                points[rows, 1].numpy(),
                ink,
                mode="markers",
                marker={"size": size},
                customdata=[told[row] if row < MAPPED else _told_of(vectors, row) for row in rows],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    return figure


def _names(vectors: WordVectors, points: torch.Tensor, rows: list[int], frequent: list[int]) -> list[go.Scatter]:
    """The words of some rows in a column next to the map, on their side of it, and a line from each to its point.

    The first is marked.
    """
    shown = points[[*rows, *frequent]]
    low, high = shown.amin(0).tolist(), shown.amax(0).tolist()
    width = high[0] - low[0]
    on_left = float(points[rows, 0].mean()) < (low[0] + high[0]) / 2
    edge = low[0] - 0.1 * width if on_left else high[0] + 0.1 * width
    room = 0.03 * max(len(vectors.words[row]) for row in rows) * width  # for the words, on a phone too
    end = edge - room if on_left else edge + room
    half = min(0.5, _LINE * len(rows) / 2) * (high[1] - low[1])
    middle = min(max(float(points[rows, 1].mean()), low[1] + half), high[1] - half)
    levels = torch.linspace(middle + half, middle - half, len(rows)).tolist()
    places = untangled(points[rows].tolist(), [(edge, level) for level in levels])
    ordered = [rows[place] for place in places]
    across, up = [end], [low[1]]
    for (x, y), level in zip(points[ordered].tolist(), levels, strict=True):
        across += [math.nan, x, edge]
        up += [math.nan, y, level]
    hidden = {"hoverinfo": "skip", "showlegend": False}
    side = "middle left" if on_left else "middle right"

    def names(ink: str, weight: int, shown: list[int]) -> go.Scatter:
        words = [vectors.words[ordered[place]] for place in shown]
        told = {"mode": "text", "text": words, "textposition": side, "textfont": {"weight": weight}, **hidden}
        return charts.line("names", [edge] * len(shown), [levels[place] for place in shown], ink, **told)

    marked = ordered.index(rows[0])
    return [
        charts.line("to their names", across, up, charts.PALE, mode="lines", line={"width": 1}, **hidden),
        names(charts.INK, 400, [place for place in range(len(rows)) if place != marked]),
        names("var(--ink-key)", 700, [marked]),
    ]


def untangled(points: list[list[float]], ends: list[tuple[float, float]]) -> list[int]:
    """For each of as many ends the place of a point, so that no line from a point to its end crosses another."""
    order = sorted(range(len(points)), key=lambda place: -points[place][1])
    shorter = True
    while shorter:  # two lines that cross get shorter when they exchange their ends
        shorter = False
        for one, other in combinations(range(len(order)), 2):
            (a, b), (c, d) = ((points[order[at]], ends[at]) for at in (one, other))
            if math.dist(a, d) + math.dist(c, b) < math.dist(a, b) + math.dist(c, d) - _TINY:
                order[one], order[other] = order[other], order[one]
                shorter = True
    return order


@st.cache_resource(max_entries=4, show_spinner=False)
def _plane(path: str) -> VocabularyMap:
    return vocabulary_map(shipped.opened_at(path).directions, MAPPED)


@st.cache_resource(max_entries=4, show_spinner=False)
def _told(path: str) -> list[str]:
    """What hovering shows for each word on the map."""
    vectors = shipped.opened_at(path)
    return [_told_of(vectors, row) for row in range(min(MAPPED, len(vectors)))]


def _told_of(vectors: WordVectors, row: int) -> str:
    near = ", ".join(each.word for each in vectors.neighbours(vectors.words[row], _TOLD))
    return f"{vectors.words[row]}, {int(vectors.counts[row]):,} times\nnear: {near}"
