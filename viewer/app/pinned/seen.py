"""A model's result for the state shown: its translation, and every attention under teacher forcing."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np
import streamlit as st

from transformer import GlassformerError, Translator
from transformer.analysis.measures.untrained import before_training
from transformer.edits import parse
from transformer.model.attentions import ATTENTION_KINDS, all_layers
from viewer.app import resources
from viewer.app.budget import within_budget
from viewer.app.pinned.shown import Shown
from viewer.widgets.changes import in_words
from viewer.widgets.language import Language, target_language
from viewer.widgets.sizes import Sizes, sizes
from viewer.widgets.tokens import Chip, chips

UNTRAINED = ":untrained"  # after a model's name: the same sizes and vocabulary with random weights


@dataclass(frozen=True)
class Seen:
    """A model's result for a sentence.

    Attributes:
        text: the translation. language: of the translation.
        source, target: what the encoder and the decoder read. output: what the decoder writes.
        sizes: of the model and the sentence. aligned_layer: the decoder layer that aligns best.
        changes: in plain words.
        attention: by kind, (layers, H, rows, columns).
    """

    text: str
    language: Language
    source: tuple[Chip, ...]
    target: tuple[Chip, ...]
    output: tuple[Chip, ...]
    sizes: Sizes
    aligned_layer: int
    changes: tuple[str, ...]
    attention: Mapping[str, np.ndarray]


def names() -> dict[str, str]:
    """The models that can be pinned: their names in an address, and their names on the page."""
    titles = resources.titles()
    return {**titles, **{name + UNTRAINED: f"{title} before training" for name, title in titles.items()}}


def open_model(model: str) -> Translator:
    """A model by its name in the address: one that is offered, or, if UNTRAINED follows the name, as it was before
    training.

    Raises:
        GlassformerError: if it is not offered, or cannot be opened.
    """
    path = resources.offered_models().get(model.removesuffix(UNTRAINED))
    if path is None:
        raise GlassformerError(
            f"Model “{model.removesuffix(UNTRAINED)[:60]}” isn’t on this server (it may have expired)."
        )
    return _open_untrained(path) if model.endswith(UNTRAINED) else resources.load_model(path)


@st.cache_resource(max_entries=4, show_spinner=False)
def _open_untrained(path: str) -> Translator:
    return before_training(resources.load_model(path))


def run_model(shown: Shown) -> Seen:
    """The model's result, computed once.

    Args:
        shown: with a sentence.

    Raises:
        GlassformerError: if there is no such model, nothing to translate, or the changes cannot be applied.
    """
    return _run_model(shown.model, shown.sentence or "", shown.edit, shown.beam, shown.alpha)


@within_budget
def _run_model(model: str, sentence: str, edit: str, beam: int, alpha: float) -> Seen:
    translator, found = open_model(model), parse(edit)
    if (source := translator.read(sentence)).empty:
        raise GlassformerError("There’s no sentence to translate.")
    if found or model.endswith(UNTRAINED):
        translation = translator.translate(source, beam, alpha, edit=found)
    else:
        translation = resources.beam_search(resources.offered_models()[model], sentence, beam, alpha)
    trace = translator.trace(source, translation.hypothesis, edit=found)
    read, written = chips(trace.source_tokens), chips(trace.target_tokens)
    texts = [tuple(chip.text for chip in side) for side in (read, written)]
    return Seen(
        translation.text,
        target_language(translator),
        read,
        written,
        chips(trace.output_tokens),
        sizes(translator.model.config, len(read), len(written)),
        translator.alignment_layer,
        tuple(in_words(change, *texts) for change in found.changes),
        {kind: all_layers(trace, kind, "weights").half().numpy() for kind in ATTENTION_KINDS},
    )
