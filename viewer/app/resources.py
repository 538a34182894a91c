"""What is computed once and shared: the model, and its translations and attention, sentence by sentence.

Nothing here changes once it exists, so the threads of all visitors can share it.
"""

import gc
import os
from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import streamlit as st
import torch

from transformer import Translation, Translator, count_parameters, load, shipped_models
from transformer.analysis.evaluation.confidence import Calibration, QualityFeatures, quality_features
from transformer.analysis.evaluation.learned import Learned
from transformer.decoding.encoded import EncodedSource, encode_source
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.decoding.strategies import beam_or_greedy
from transformer.decoding.trace import teacher_force
from transformer.decoding.translation import find_translation
from transformer.errors import GlassformerError
from transformer.model.folder import comparison_models, find_model, imported_models, read_card
from transformer.model.measurements import load_measurement
from transformer.text.source import Source
from transformer.training.live.runs import VISITORS
from viewer.app.budget import once_a_run, within_budget
from viewer.app.jobs import jobs
from viewer.app.state import EXAMPLES, EXAMPLES_IN, MODEL
from viewer.widgets.language import ENGLISH, FRENCH, Language, direction_in, source_language, target_language

DEFAULT_MODEL = "en-fr"
_WARM_UP = "Hello."
_LINKED = "linked_models"  # in the session's state: names of visitors' models that this session can open


def model_name() -> str:
    """Which model to open: the visitor's choice among those offered, or the first of them."""
    names = offered_models()
    return names.get(st.session_state.get(MODEL, ""), next(iter(names.values())))


def language_read() -> Language:
    """The language that the visitor's model reads; English if that model can't be opened, as its page will say."""
    try:
        return source_language(load_model(model_name()))
    except GlassformerError:
        return ENGLISH


def language_written() -> Language:
    """The language that the visitor's model writes; French if that model can't be opened."""
    try:
        return target_language(load_model(model_name()))
    except GlassformerError:
        return FRENCH


def examples() -> tuple[str, ...]:
    """Sentences to try with the visitor's model; ours if it can't be opened."""
    try:
        return examples_of(model_name())
    except GlassformerError:
        return EXAMPLES


def examples_of(name: str) -> tuple[str, ...]:
    """Sentences to try with a model: those that it was imported with, or ours in its language, if we have any."""
    translator = load_model(name)
    own = tuple(str(each["source"]) for each in translator.card.get("examples", ()) if each.get("source"))
    return own or EXAMPLES_IN.get(source_language(translator).code, ())


def offered_models() -> dict[str, str]:
    """The models that this server offers: from their names in an address to what `load_model` opens.

    First the one from `GLASSFORMER_MODEL`, a shipped one's name or a path; then the shipped ones; then imported
    ones, those in `GLASSFORMER_MODELS` and those trained here. A model that a visitor trained is offered to that
    visitor, and to others once they open a link to it. Nothing else is ever opened, whatever the address.
    """
    names = dict(_on_disk())
    for name, folder in jobs().models().items():
        if not name.startswith(VISITORS) or name in st.session_state.get(_LINKED, ()):
            names.setdefault(name, str(folder))
    return names


@once_a_run
def _on_disk() -> dict[str, str]:
    """The first of those offered, shipped and imported models, from their names to what `load_model` opens."""
    first = os.environ.get("GLASSFORMER_MODEL", "").strip() or DEFAULT_MODEL
    names = {Path(first).name or first: first}
    for name in shipped_models():
        names.setdefault(name, name)
    for name, folder in imported_models().items():
        names.setdefault(name, str(folder))
    return names


def titles() -> dict[str, str]:
    """Display titles by name: the language pair, plus the name if several models share it, or a visitor trained it.

    The shipped ones need no name.
    """
    directions = {name: _direction(path) for name, path in offered_models().items()}
    several = {each for each, count in Counter(directions.values()).items() if count > 1}
    shipped = shipped_models()
    titles = {
        name: f"{direction} ({name})" if direction in several and name not in shipped else direction or name
        for name, direction in directions.items()
    }
    return titles | {name: f"{name}: {directions[name]}" for name in titles if name.startswith(VISITORS)}


def _direction(path: str) -> str:
    """From which language into which a model translates, as its card says; empty without a card that can be read."""
    try:
        return _direction_of(path)
    except GlassformerError:  # the page says so, once it is opened
        return ""


@lru_cache(maxsize=64)
def _direction_of(path: str) -> str:
    card = read_card(path)
    return direction_in(card) if card else ""


def open_linked(name: str) -> bool:
    """Offer a visitor's model in this session, because its run is shown or a link names it.

    Returns whether it exists.
    """
    st.session_state[_LINKED] = {*st.session_state.get(_LINKED, ()), name}
    return name in jobs().models()


@once_a_run
@st.cache_resource(show_spinner="Opening the model …", max_entries=4)
def load_model(name: str) -> Translator:
    """The model called `name`, opened once in this process.

    Raises:
        GlassformerError: if it is missing or damaged; the next call tries again.
    """
    return _open_and_warm_up(name).of_transformer()


def load_comparison_model(name: str) -> Translator[Any]:
    """Open a model that ships for comparison, such as `en-fr-bahdanau`, once in this process.

    Raises:
        GlassformerError: if it is missing or damaged; the next call tries again.
    """
    if name not in comparison_models():
        raise GlassformerError(
            f"This page compares the model {name}, which is missing: put its folder into assets/before."
        )
    return _load_comparison_model(str(find_model(name)))


@st.cache_resource(show_spinner=False, max_entries=8)
def _load_comparison_model(folder: str) -> Translator[Any]:
    return _open_and_warm_up(folder)


def _open_and_warm_up(name: str) -> Translator[Any]:
    torch.set_num_threads(1)  # one sentence is too small to split, and visitors share the cores
    translator = load(name)
    translator.translate(_WARM_UP)
    gc.collect()
    gc.freeze()  # loaded objects stay: garbage collection need not look at them
    return translator


def load_any_model(name: str) -> Translator[Any]:
    """A model for comparison by name, or one that is offered, as for `load_model`.

    Raises:
        GlassformerError: if it is missing or damaged.
    """
    return load_comparison_model(name) if name in comparison_models() else load_model(name)


@once_a_run
def read(name: str, sentence: str) -> Source:
    """The sentence as the model called `name` reads it."""
    return load_model(name).read(sentence)


@within_budget
def _encode(name: str, sentence: str) -> EncodedSource:
    """Encode a sentence once for both searches and for the recorded pass."""
    return encode_source(load_model(name), read(name, sentence))


def _search(name: str, sentence: str, beam: int, alpha: float) -> Translation:
    encoded = _encode(name, sentence)
    return find_translation(load_model(name), encoded.source, beam_or_greedy(beam, alpha), encoded=encoded)


@within_budget
def greedy(name: str, sentence: str) -> Translation:
    """Greedy decoding's translation; its score is without a length penalty."""
    return _search(name, sentence, beam=1, alpha=0.0)


@within_budget
def beam_search(name: str, sentence: str, beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> Translation:
    """Beam search's translation, with the other final hypotheses."""
    return _search(name, sentence, beam, alpha)


def in_french(name: str, sentence: str) -> str:
    """An English sentence in French: by the model called `name` if it translates so, else by the shipped one."""
    own = load_model(name)
    fits = (source_language(own), target_language(own)) == (ENGLISH, FRENCH)
    return beam_search(name if fits else DEFAULT_MODEL, sentence).text


@within_budget
def whole_text(name: str, sentences: tuple[str, ...]) -> tuple[str, ...]:
    """Beam search's translation of each sentence of a text, all in one batch."""
    return tuple(load_model(name).translate_all(sentences))


@lru_cache(maxsize=4)
def parameters(name: str) -> Mapping[str, int]:
    """The parameters of the model called `name`, see `count_parameters`."""
    return count_parameters(load_model(name).model)


@lru_cache(maxsize=4)
def calibration(name: str) -> Calibration | None:
    """How good translations of the model called `name` are likely to be, from measurements."""
    return load_measurement(name, Calibration)


@lru_cache(maxsize=4)
def load_learned(name: str) -> Learned | None:
    """What the model called `name` has seen of the example sentences in training."""
    return load_measurement(name, Learned)


@within_budget
def signs(name: str, sentence: str, tokens: tuple[int, ...]) -> QualityFeatures:
    """Of how good a translation is, its tokens given, from one recorded pass over it."""
    translator, encoded = load_model(name), _encode(name, sentence)
    (trace,) = teacher_force(translator, encoded, (tokens,))
    return quality_features(encoded.source, tokens, trace, translator.trust(encoded.source), translator.alignment_layer)
