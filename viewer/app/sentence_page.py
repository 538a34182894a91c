"""The start of a page about the visitor's sentence: its head, the examples, and an error if something goes wrong."""

from collections.abc import Callable
from typing import Any

import streamlit as st

from transformer import GlassformerError
from transformer.translator import Translator
from viewer.app import resources, shell
from viewer.widgets.language import ENGLISH, read_by


def sentence_page(
    title: str,
    story: str,
    show: Callable[[str, str], None],
    examples: bool = True,
    look: str = "",
    own_models: bool = False,
) -> None:
    """Draw a page about one sentence.

    Args:
        title, story, look: of its head, see `shell.head`.
        show: draws the rest for the name of a model and a sentence. A GlassformerError becomes one sentence.
        examples: whether the menu of examples is offered.
        own_models: whether the page has models of its own, which read English whatever the visitor's model reads.
    """
    place = shell.sentence_place()
    language = ENGLISH if own_models else resources.language_read()
    shell.head(title, language.of(story), place.head, language.of(look))
    if examples:
        with place.beside:
            shell.example_menu()
    try:
        show(resources.model_name(), place.sentence)
    except GlassformerError as error:
        shell.problem(str(error))


def is_empty(translator: Translator[Any], sentence: str, then: str) -> bool:
    """Whether there is nothing to translate; the page then asks for a sentence and says what will appear."""
    empty = translator.read(sentence).empty
    if empty:
        st.info(read_by(translator).of(f"Type an English sentence above: {then}"), icon=":material/edit:")
    return empty


def belongs_still(name: str, belongs_to: tuple[str, ...]) -> bool:
    """Whether a choice in the address belongs to this: the visitor has not changed the sentence or model since.

    Args:
        name: of the choice, in the session's state. belongs_to: what it would belong to now.
    """
    known = st.session_state.get(name, belongs_to)
    st.session_state[name] = belongs_to
    return known == belongs_to
