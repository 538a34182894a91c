"""What a visitor types on Word vectors, and what its pictures show of it."""

from collections.abc import Mapping
from typing import Any

import pandas as pd
import streamlit as st

from viewer.app import shell
from viewer.app.page import UnansweredError, Visit
from viewer.app.text_field import text_field
from viewer.pictures.before.word_vectors import senses, shipped, steps
from viewer.pictures.before.word_vectors.shipped import Kind
from viewer.transport.payload import Payload

# In the address.
WORD, LEARNED, SENSE, LESSON = "word", "learned", "sense", "lesson"
ANALOGY = {"a": "man", "b": "king", "c": "woman"}
EXAMPLE = "The black dog sleeps in front of the door."
LONGEST_WORD, LONGEST_SENTENCE = 40, 400  # characters


def ask_for_word(_: Visit) -> Mapping[str, Any]:
    """Ask for the word whose neighbours are shown.

    Raises:
        GlassformerError: if there is none, or it has no vector.
    """
    word = _field("An English word", WORD, shipped.OPENING, LONGEST_WORD)
    if not word:
        raise UnansweredError("Type a word above to see which words are like it.")
    shipped.check_words(shipped.open_vectors("skip-gram"), word)
    return {WORD: word}


def closest_to(visit: Visit) -> Payload:
    """The words closest to the chosen one, and to each that is offered."""
    word, vectors = _word_of(visit), shipped.open_vectors("skip-gram")
    offered = dict.fromkeys([*filter(vectors.__contains__, shipped.OFFERED), word])
    near = {name: [each._asdict() for each in vectors.neighbours(name)] for name in offered}
    return Payload({"word": word, "near": near})


def take_word(chosen: object) -> None:
    """Go on with the word that was chosen in the picture."""
    st.session_state[WORD] = str(chosen)[:LONGEST_WORD]


def ask_for_analogy(_: Visit) -> None:
    """Ask for three words, and answer with the fourth.

    Raises:
        GlassformerError: if there are fewer, or one has no vector.
    """
    words = []
    for column, (name, default) in zip(st.columns(3, gap="small"), ANALOGY.items(), strict=True):
        with column:
            words.append(_field(name, name, default, LONGEST_WORD))
    if not all(words):
        raise UnansweredError("Type three words.")
    for kind, name in shipped.NAMES.items():
        st.markdown(shell.plain(_answer(kind, name, words)))


def right_analogies(_: Visit) -> pd.DataFrame:
    """How many analogies of each kind are right."""
    return shipped.analogies_held()


def ask_for_lesson(_: Visit) -> Mapping[str, Any]:
    """Ask for a sentence to learn from, and how."""
    sentence = _field("A sentence to learn from", LESSON, EXAMPLE, LONGEST_SENTENCE)
    kind = st.segmented_control(
        "Learned by",
        list(shipped.NAMES),
        default="skip-gram",
        format_func=lambda kind: shipped.NAMES[kind],
        key=LEARNED,
        bind="query-params",
    )
    return {LESSON: sentence, LEARNED: kind or "skip-gram"}


def steps_of(visit: Visit) -> Payload:
    """The steps that each word of the sentence makes.

    Raises:
        UnansweredError: if it has too few words with vectors.
    """
    chosen = visit.chosen
    made = steps.payload(chosen.get(LEARNED, "skip-gram"), chosen.get(LESSON, EXAMPLE))
    if made is None:
        raise UnansweredError("Type a sentence with at least two words that have vectors.")
    return made


def ask_for_senses(_: Visit) -> Mapping[str, str]:
    """Ask for a word, and two sentences that use it differently."""
    word = _field("A word", SENSE, senses.WORD, LONGEST_WORD)
    left, right = st.columns(2, gap="small")
    with left:
        first = _field("in one sentence", "first", senses.FIRST, LONGEST_SENTENCE)
    with right:
        second = _field("and in another", "second", senses.SECOND, LONGEST_SENTENCE)
    return {SENSE: word, "first": first, "second": second}


def senses_of(visit: Visit) -> Payload:
    """How similar the word is in both sentences, layer by layer."""
    return _in_context(visit).payload()


def name_senses(visit: Visit) -> str:
    """Whether the sentences pull the word apart."""
    return _in_context(visit).title()


def tell_senses(visit: Visit) -> str:
    """How similar before the first layer, and after the last."""
    return _in_context(visit).caption()


def _field(label: str, key: str, default: str, longest: int) -> str:
    return text_field(label, default, key=key, longest=longest, bind="query-params", live="400ms").strip()


def _word_of(visit: Visit) -> str:
    return str(visit.chosen.get(WORD, shipped.OPENING))


def _answer(kind: Kind, name: str, words: list[str]) -> str:
    """The word that completes an analogy, and the next best."""
    a, b, c = words
    shipped.check_words(shipped.open_vectors(kind), *words)
    first, *others = shipped.open_vectors(kind).analogy(a, b, c)
    rest = ", ".join(f"{each.word} ({each.cosine:.2f})" for each in others)
    return f"{name}: {a} is to {b} as {c} is to “{first.word}” ({first.cosine:.2f}). Then {rest}."


def _in_context(visit: Visit) -> senses.InContext:
    chosen = visit.chosen
    found = senses.in_context(
        visit.model,
        chosen.get(SENSE, senses.WORD),
        chosen.get("first", senses.FIRST),
        chosen.get("second", senses.SECOND),
    )
    if isinstance(found, str):
        raise UnansweredError(found)
    return found
