"""The built-in pairs of sentences for patching: which ones a model can patch, and how they are written."""

import re
from itertools import groupby

import streamlit as st

from transformer import Translator
from transformer.edits.comparison import word_changes
from transformer.edits.minimal_pairs import MinimalPair, minimal_pairs
from viewer.app import resources, state
from viewer.app.budget import within_budget
from viewer.widgets.language import ENGLISH, source_language
from viewer.widgets.tokens import chips

KINDS = {
    "number": "Singular and plural",
    "adjective": "Two adjectives",
    "tense": "Present and past",
    "exchanged": "Subject and object",
}

# Words that change places with each other in a visitor's own sentence, the most telling first.
EXCHANGED = (
    *(("cat", "dog"), ("boy", "girl"), ("man", "woman"), ("men", "women"), ("brother", "sister"), ("father", "mother")),
    *(("black", "white"), ("red", "blue"), ("old", "young"), ("old", "new"), ("big", "small"), ("good", "bad")),
    *(("He", "She"), ("he", "she"), ("I", "You"), ("We", "They"), ("my", "your"), ("My", "Your"), ("his", "her")),
    *(("is", "was"), ("are", "were"), ("can", "must"), ("today", "tomorrow"), ("The", "A"), ("the", "a"), ("a", "my")),
)


def partner(sentence: str) -> str | None:
    """The counterpart of a sentence from the opening pair or a built-in one; None for any other."""
    known = (state.PATCHED, *(pair[1:] for pair in minimal_pairs()))
    both = ((one, other) for pair in known for one, other in (pair, pair[::-1]))
    return next((other for one, other in both if one == sentence.strip()), None)


@within_budget
def find_other(name: str, sentence: str) -> str:
    """A sentence to patch from: the partner, or the sentence with one word exchanged; "" if none can be patched."""
    known = partner(sentence)
    if known is not None:
        return known
    translator = resources.load_model(name)
    own = translator.read(sentence)
    for one, other in EXCHANGED:
        changed = re.sub(rf"\b{one}\b", other, sentence, count=1)
        changed = changed if changed != sentence else re.sub(rf"\b{other}\b", one, sentence, count=1)
        if changed == sentence or len(translator.read(changed).ids) != len(own.ids):
            continue
        if resources.greedy(name, changed).text != resources.greedy(name, sentence).text:
            return changed
    return ""


@st.cache_resource(max_entries=8, show_spinner=False)  # read only
def fitting(name: str) -> dict[str, list[tuple[str, str]]]:
    """The pairs, by kind, that the model called `name` splits into the same number of tokens."""
    translator = resources.load_model(name)
    if source_language(translator) != ENGLISH:
        return {}

    def as_long(pair: MinimalPair) -> bool:
        return len(translator.read(pair.one).ids) == len(translator.read(pair.other).ids)

    kinds = groupby(minimal_pairs(), key=lambda pair: pair.kind)
    found = {kind: [(pair.one, pair.other) for pair in pairs if as_long(pair)] for kind, pairs in kinds}
    return {kind: pairs for kind, pairs in found.items() if pairs}


def format_pair(one: str, other: str) -> str:
    """A pair in one line of Markdown: The **boy plays → boys play** in the garden."""
    return "".join(
        change.text_before if change.same else _mark_difference(change.text_before, change.text_after)
        for change in word_changes(one, other)
    ).strip()


def _mark_difference(before: str, after: str) -> str:
    """The differing span of each sentence; the trailing space stays outside the markup."""
    return f"**{before.strip()} → {after.strip()}**{after[len(after.rstrip()) :]}"


def describe_split(translator: Translator, sentence: str) -> str:
    """How the model splits a sentence, which shows why it is longer than another."""
    return " · ".join(chip.text for chip in chips(translator.read(sentence).tokens))
