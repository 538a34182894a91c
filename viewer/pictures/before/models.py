"""The models that these pages compare, and how each translates a sentence."""

from collections.abc import Callable, Mapping
from typing import TypeVar

import streamlit as st

from transformer import Translation, Translator
from transformer.analysis.measures.predecessors import ONE_STACK, Predecessor, load_predecessors
from transformer.errors import GlassformerError
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.model.translation_model import count_parameters
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.widgets import charts
from viewer.widgets.language import ENGLISH, FRENCH, source_language, target_language
from viewer.widgets.plain import plain

T = TypeVar("T")
FIXED, BACKWARDS, BAHDANAU, SAME_TIME = "en-fr-gru", "en-fr-gru-backwards", "en-fr-bahdanau", "en-fr-same-time"
# Their names on the pages, in the order of invention.
TITLES = {
    FIXED: "Fixed vector",
    BACKWARDS: "Fixed vector, read backwards",
    BAHDANAU: "Bahdanau’s attention",
    SAME_TIME: "Transformer",
    ONE_STACK: "One stack",
}
INKS = {
    FIXED: (charts.RED, "solid"),
    BACKWARDS: (charts.RED, "dot"),
    BAHDANAU: (charts.GREEN, "solid"),
    SAME_TIME: (charts.BLUE, "solid"),
}


def recurrent(name: str, looks_back: bool) -> Translator[RecurrentNetwork]:
    """A recurrent model for comparison.

    Args:
        looks_back: whether it must have attention, or must have none.

    Raises:
        GlassformerError: if it is missing, damaged, or of the wrong kind.
    """
    translator = resources.load_comparison_model(name)
    if not isinstance(translator.model, RecurrentNetwork) or translator.model.config.looks_back != looks_back:
        wanted = "a recurrent network " + ("with attention" if looks_back else "without attention")
        raise GlassformerError(f"The folder of {name} has the wrong kind of model: this page needs {wanted}.")
    return translator


@within_budget
def translate_greedily(name: str, sentence: str) -> Translation:
    """A model's greedy translation of a sentence; its score has no length penalty.

    Raises:
        GlassformerError: if the model is missing or damaged.
    """
    return resources.load_any_model(name).translate(sentence, beam=1, alpha=0.0)


@within_budget
def teacher_force(name: str, sentence: str, target: str) -> Translation:
    """A model teacher-forced on a translation, its own or another model's.

    Raises:
        GlassformerError: if the model is missing or damaged, or cannot spell the translation.
    """
    return resources.load_any_model(name).score(sentence, target, alpha=0.0)


def per_token(translation: Translation) -> float:
    """Mean log-probability of a translation's tokens; 0 if it is empty."""
    return translation.hypothesis.log_probability / max(1, len(translation.tokens))


def check_source(visit: Visit) -> None:
    """Check that the visitor writes English, as these models need it.

    Raises:
        GlassformerError: if the model that was chosen reads another language.
    """
    reads = source_language(visit.translator)
    if reads != ENGLISH:
        raise GlassformerError(
            f"This page is about English, which its own models read; the model that you chose reads {reads.name}."
        )


def check_languages(visit: Visit) -> None:
    """Check that the visitor writes English, and say that these models write French.

    Raises:
        GlassformerError: as `check_source`.
    """
    check_source(visit)
    writes = target_language(visit.translator)
    if writes != FRENCH:
        told = f"The model you chose writes {writes.name}. The ones on this page always write French."
        st.caption(plain(told))


def tell_size(visit: Visit) -> str:
    """How large these models are beside the one that other pages show."""
    both = [each.model for each in (resources.load_any_model(SAME_TIME), visit.translator)]
    own, other = (f"{count_parameters(each)['total'] / 1e6:.1f} million" for each in both)
    return f"This page’s own models learned about {own} numbers (parameters) each; the one on other pages, {other}."


def has_sentence(visit: Visit) -> bool:
    """Whether there is something to read."""
    return not visit.translator.read(visit.sentence).empty


def is_measured(_: Visit) -> bool:
    """Whether these models have been measured."""
    return bool(load_predecessors())


def of_measured(make: Callable[[Mapping[str, Predecessor]], T]) -> Callable[[Visit], T]:
    """What a chart or a text makes of these models' measurements."""
    return lambda _: make(load_predecessors())
