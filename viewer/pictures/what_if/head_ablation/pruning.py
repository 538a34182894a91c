"""Heads removed one after another: BLEU against heads kept, and how many can go before one BLEU point is lost."""

from typing import Any

import plotly.graph_objects as go

from transformer.analysis.evaluation.ablations import AT_RANDOM, BY_GRADIENT, BY_LOSS, LOST, Ablations, Pruning
from viewer.widgets import charts

_LINES = {BY_LOSS: ("by measured loss", charts.BLUE), BY_GRADIENT: ("by gradient", charts.ORANGE)}
_RANDOM = ("at random", charts.PALE)


def pruning_facts(measured: Ablations, names: list[str]) -> list[dict[str, Any]]:
    """For each corpus, a chart, a sentence about what it shows, and how many heads can go by measured loss.

    Args:
        names: of the corpora, as shown on the pages.
    """
    return [
        {
            "chart": charts.pack_chart(pruning_figure(measured, at, name)),
            "words": spare_words(measured, at, name),
            "spare": spare(measured, BY_LOSS, at)[0],
        }
        for at, name in enumerate(names)
    ]


def spare(measured: Ablations, order: str, at: int) -> list[int]:
    """How many heads a pruning order can remove before a corpus loses LOST; for a random order, one number per seed."""
    return [measured.spare_heads(each)[at] for each in measured.prunings if each.order == order]


def spare_words(measured: Ablations, at: int, name: str) -> str:
    """How many heads each order can remove on one corpus, in a sentence."""
    by_loss, by_gradient, at_random = (spare(measured, order, at) for order in (BY_LOSS, BY_GRADIENT, AT_RANDOM))
    heads = len(measured.prunings[0].removed)
    _, _, sentences = measured.corpora[at]
    return (
        f"On {sentences} sentences of {name}, ranked by measured loss, {_describe_counts(by_loss)} of {heads} "
        f"heads can go "
        f"before one BLEU point is lost{describe_spare_interval(measured, at)}. Ranked by gradient, "
        f"{_describe_counts(by_gradient)} can go; in {len(at_random)} random orders, {_describe_counts(at_random)}."
    )


def describe_spare_interval(measured: Ablations, at: int) -> str:
    """How far the number of heads that can go by measured loss depends on the sentences; empty if not measured."""
    within = next((each.spare[at] for each in measured.prunings if each.order == BY_LOSS and each.spare), None)
    return f" (with other sentences, {within[0]} to {within[1]} in 95 of 100 draws)" if within else ""


def _describe_counts(counts: list[int]) -> str:
    numbers = [str(count) if count else "none" for count in counts]
    if len(set(numbers)) == 1:
        return numbers[0]
    return f"{', '.join(numbers[:-1])} or {numbers[-1]}"


def pruning_figure(measured: Ablations, at: int, name: str) -> go.Figure:
    """BLEU on one corpus against heads kept, from all of them to none."""
    heads = len(measured.prunings[0].removed)
    own = measured.untouched.bleu[at]
    chart = charts.figure(
        f"BLEU on {name} against heads kept. {spare_words(measured, at, name)}",
        f"glassformer-heads-kept-{name.lower()}",
        340,
        xaxis={
            "title": {"text": f"heads kept, of {heads}: removed from left to right"},
            "range": [heads + 0.5, -0.5],
            "dtick": 4,
            "unifiedhovertitle": {"text": "%{x} heads kept"},
        },
        yaxis={"title": {"text": f"BLEU on {name}"}, "range": [0, 1.06 * max(own, 1)]},
    )
    # The random orders are drawn first, below the two informed ones.
    for pruning in sorted(measured.prunings, key=lambda each: each.order != AT_RANDOM):
        chart.add_trace(_line(pruning, at, first=pruning.seed in (None, 0)))
    chart.add_shape(type="line", x0=heads, x1=0, y0=own - LOST, y1=own - LOST)
    chart.add_annotation(x=0, y=own - LOST, xanchor="right", yanchor="top", text="one BLEU point lost")
    return chart


def _line(pruning: Pruning, at: int, first: bool) -> go.Scatter:
    name, ink = _LINES.get(pruning.order, _RANDOM)
    ranked = pruning.order != AT_RANDOM
    return charts.line(
        name,
        pruning.kept,
        pruning.bleu[at],
        ink,
        mode="lines+markers" if ranked else "lines",
        line={"width": 2 if ranked else 1.5},
        marker={"size": 6, "symbol": "circle" if pruning.order == BY_LOSS else "square"},
        legendgroup=pruning.order,
        legendrank=1000 if ranked else 1001,
        showlegend=first,
        hovertemplate="%{y:.1f}",
    )
