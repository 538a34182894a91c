"""The card of a finding: ready sentences to repeat it on, and what its edit does to the one that a browser asks about.

The browser's own model makes the same in `viewer/engine/live/rivals.js`, of hidden words and of heads set to zero.
"""

import math
from typing import Any, NotRequired, TypedDict

import streamlit as st

from transformer import Greedy, Translator
from transformer.edits import Edit, close, compose, patch, zero_head
from transformer.edits.comparison import compare
from transformer.errors import GlassformerError
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import UNDERSTAND, Picture, Visit
from viewer.engine.live.offer import offer
from viewer.pictures.what_if.case.passage import lettered_words
from viewer.pictures.what_if.patching import pairs
from viewer.transport.payload import Payload
from viewer.widgets.language import ENGLISH, source_language

ASKED = "finding_asked"  # in the session's state: what the browser asks about
LONGEST, MOST_HEADS = 200, 64  # characters of a sentence
LINES = 12
# Sentences of our own; the word in brackets is the one that is hidden, where a finding hides one.
READY = """\
The black dog sleeps in front of the [door].
My sister reads a [book] in the garden.
The children play with the [ball].
The old man bought a small [house].
She puts the flowers on the [table].
We are waiting for the [train].
He drinks his coffee in the [kitchen].
The [cat] is sleeping on the chair.
The [teacher] opens the window.
I have lost my [key].
They live in a big [city].
The [girls] are singing a song."""


class FindingAnswer(TypedDict):
    """Both translations, and the probability of the first before and after; or what is wrong."""

    number: int
    texts: NotRequired[tuple[str, str]]
    shares: NotRequired[tuple[float, float]]
    problem: NotRequired[str]


class FindingFacts(TypedDict):
    """Ready lines, those for patching with both sentences, whether there is no server, and its last answer."""

    lines: list[str]
    pairs: list[str]
    alone: bool
    answer: FindingAnswer | None


def _take_asked(chosen: Any) -> None:
    """Remember what a browser asks about that can't find out by itself."""
    if isinstance(chosen, dict):
        st.session_state[ASKED] = chosen


def finding_payload(visit: Visit) -> Payload:
    """What the card begins with, and the server's last answer."""
    translator = visit.translator
    is_ours = source_language(translator) == ENGLISH
    offered = [" | ".join(pair) for kind in pairs.fitting(visit.model).values() for pair in kind[: LINES // 4]]
    asked = None if visit.alone else st.session_state.get(ASKED)
    facts: FindingFacts = {
        "lines": READY.splitlines() if is_ours else [visit.sentence],
        "pairs": offered,
        "alone": visit.alone,
        "answer": _answer(visit.model, translator, asked) if asked else None,
    }
    return Payload({**facts, "engine": offer(visit.model, translator)})


def _answer(name: str, translator: Translator, asked: dict[str, Any]) -> FindingAnswer:
    number = int(asked["number"])
    try:
        sentence, other = (str(asked.get(each) or "")[:LONGEST] for each in ("sentence", "other"))
        edit = _edit(translator, sentence, other, asked)
        texts, shares = effect_on(name, sentence, edit.written, edit)
    except (GlassformerError, TypeError, ValueError) as error:
        return {"number": number, "problem": str(error)}
    return {"number": number, "texts": texts, "shares": shares}


def _edit(translator: Translator, sentence: str, other: str, asked: dict[str, Any]) -> Edit:
    """The edit that is asked for: a vector of the other sentence, or a hidden word and heads set to zero.

    Without a position, the vector is at the first token that differs.
    """
    own, ids = translator.read(sentence), translator.read(other).ids if other else ()
    if own.empty:
        raise GlassformerError("There is nothing to translate in this.")
    if place := asked.get("place"):
        differ = (at for at, (one, two) in enumerate(zip(own.ids, ids, strict=False)) if one != two)
        position = next(differ, 0) if asked.get("position") is None else int(asked["position"])
        return patch(str(place), position, other)
    first, count = map(int, asked["hide"])
    hidden = [place for word in lettered_words(own.tokens)[first : first + count] for place in word]
    return compose(*([close(*hidden)] if hidden else []), *map(zero_head, map(str, asked["heads"][:MOST_HEADS])))


@within_budget
def effect_on(name: str, sentence: str, written: str, _edit: Edit) -> tuple[tuple[str, str], tuple[float, float]]:
    """A sentence's greedy translation without and with an edit, and the first one's probability.

    Raises:
        EditError: if the sentence is empty, or lacks what the edit names.
    """
    found = compare(resources.load_model(name), resources.read(name, sentence), _edit, Greedy())
    before, after = map(math.exp, found.log_probabilities)
    return (found.before.text, found.after.text), (before, after)


FINDING = Picture(
    "what_if/finding/finding.js", finding_payload, depth=UNDERSTAND, key="finding", answers={"asked": _take_asked}
)
