"""A text of several sentences: the pages show one at a time, and the visitor chooses which."""

import streamlit as st

from transformer.text.sentences import split_sentences
from viewer.app import state
from viewer.widgets.plain import as_is

MOST = 24  # how many sentences to offer; 1,000 characters rarely have more
_TEXT = "sentences_shown"  # in the session's state: the text for which a number was chosen
_SHOWN = 28  # letters of a sentence on its button


def sentences_of(text: str, language: str = "en") -> tuple[str, ...]:
    """The sentences of what was typed; a text of one sentence, or of none, is returned as typed."""
    found = split_sentences(text, language)[:MOST]
    return tuple(found) if len(found) > 1 else (text,)


def choose_sentence(sentences: tuple[str, ...], text: str, language: str = "en") -> str:
    """Ask which sentence the pages should show, if there are several; the answer is in the address.

    Args:
        sentences: at least one. text: the text they come from, which can be longer than what is read.
    """
    if len(sentences) == 1:
        _keep("")
        return sentences[0]
    numbers = [str(number) for number, _ in enumerate(sentences, start=1)]
    st.session_state[state.PART] = _chosen_number(sentences, numbers)
    with st.container(key="sentences_of_text"):
        chosen = st.pills(
            f"{len(sentences)} sentences, each translated separately{_cut_note(sentences, text, language)}. Pages show",
            numbers,
            format_func=lambda number: f"{number}. {as_is(_shorten(sentences[int(number) - 1]))}",
            key=state.PART,
            on_change=lambda: _keep(st.session_state[state.PART] or ""),
        )
    _keep(chosen or "")
    return sentences[int(chosen or 1) - 1]


def _chosen_number(sentences: tuple[str, ...], numbers: list[str]) -> str:
    """The number in the address or, on another page, the one chosen before; the first for a new text."""
    new_text = st.session_state.get(_TEXT, sentences) != sentences
    st.session_state[_TEXT] = sentences
    if new_text:
        return numbers[0]
    asked = st.query_params.get(state.PART) or st.session_state.get(state.PART)
    return asked if asked in numbers else numbers[0]


def _keep(number: str) -> None:
    """Put a sentence's number into the address; the first needs no number."""
    if number in ("", "1"):
        st.query_params.pop(state.PART, None)
    elif st.query_params.get(state.PART) != number:
        st.query_params[state.PART] = number


def _cut_note(sentences: tuple[str, ...], text: str, language: str) -> str:
    """Say so if only part of the text is read."""
    cut = len(split_sentences(text, language)) > len(sentences)
    return f" (the first {MOST}; the rest is cut off)" if cut else ""


def _shorten(sentence: str) -> str:
    return sentence if len(sentence) <= _SHOWN else f"{sentence[: _SHOWN - 1].rstrip()}…"
