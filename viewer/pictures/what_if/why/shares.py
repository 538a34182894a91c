"""How much of each step comes from the source and how much from the translation so far."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pandas as pd
import plotly.graph_objects as go

from transformer.text.special_tokens import WORD_START
from viewer.app.state import DEFAULT_SENTENCE
from viewer.pictures.what_if.why.story import find_lowest_share
from viewer.transport.payload import Payload
from viewer.widgets import charts
from viewer.widgets.tokens import chips

# A sentence of words that the built-in models hardly know, so that they just continue their own phrase.
INVENTED = "The weaver spun the flax."


class SentenceShares(NamedTuple):
    """A sentence, its translation, and the source's share of each step, see `source_shares`."""

    sentence: str
    said: str
    steps: pd.DataFrame


def beside(sentence: str) -> str:
    """What a sentence is compared with: one where the model makes things up, or for that one, the default."""
    return DEFAULT_SENTENCE if sentence == INVENTED else INVENTED


def payload(own: SentenceShares, other: SentenceShares | None) -> Payload:
    """Both sentences side by side: the visitor's and, if the model is a built-in one, the other."""
    shown = [_describe("This sentence", own)]
    if other:
        invents = other.sentence == INVENTED
        title = f"A sentence where the model {'invents' if invents else 'stays close to the source'}"
        shown.append(_describe(title, other))
    return Payload(
        {
            "title": "Where does the model leave the source?",
            "words": (
                "Every step draws on two things: what the encoder read, and what the decoder has written so far. Where "
                "the source’s share drops at the start of a word, the model is continuing its own phrase."
            ),
            "charts": shown,
            "hint": (
                "Shares by ALTI; they sum to 1. A filled point starts a word. Hollow points continue one, or aren’t "
                "words: they rely on earlier words in good translations too. Voita et al. 2021 ask the same with "
                "relevance propagation."
            ),
        }
    )


def begins(tokens: Sequence[str]) -> list[bool]:
    """Which tokens begin a word of letters."""
    return [token.startswith(WORD_START) and any(map(str.isalnum, token)) for token in tokens]


def _describe(title: str, shown: SentenceShares) -> dict[str, Any]:
    step, words = find_lowest_share(shown.steps, begins(shown.steps["token"].tolist()))
    return {
        "title": title,
        "words": f"“{shown.sentence}” → “{shown.said}” {words}",
        "chart": charts.pack_chart(_figure(shown.steps, step, words)),
    }


def _figure(shares: pd.DataFrame, least: int | None, words: str) -> go.Figure:
    tokens = [chip.text for chip in chips(shares["token"].tolist())]
    steps, source = (shares["step"] + 1).tolist(), shares["source"].tolist()
    chart = charts.figure(
        f"The source’s share of every step. {words}",
        "glassformer-source-shares",
        300,
        xaxis={"tickvals": steps, "ticktext": tokens, "range": [0.4, len(steps) + 0.6]},
        yaxis={"title": {"text": "share of the source"}, "range": [0, 1.02], "tickformat": ".0%"},
        showlegend=False,
        hovermode="closest",
    )
    chart.add_trace(charts.line("share", steps, source, charts.PALE, hoverinfo="skip"))
    begun = begins(shares["token"].tolist())
    for wanted, symbol in ((True, "circle"), (False, "circle-open")):
        chosen = [at for at, each in enumerate(begun) if each is wanted]
        chart.add_trace(
            charts.line(
                "starts a word" if wanted else "continues a word",
                [steps[at] for at in chosen],
                [source[at] for at in chosen],
                charts.BLUE,
                mode="markers",
                marker={"size": 10, "symbol": symbol},
                customdata=[f"step {steps[at]} “{tokens[at]}”: {source[at]:.2f}" for at in chosen],
                hovertemplate="%{customdata}<extra></extra>",
            )
        )
    if least is not None:
        chart.add_annotation(x=steps[least], y=source[least], yshift=-12, yanchor="top", text="least", showarrow=False)
    return chart
