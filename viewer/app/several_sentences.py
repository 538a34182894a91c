"""A text of several sentences: the pages show one of them at a time, and the visitor says which."""

import streamlit as st

from transformer.text.sentences import split_sentences
from viewer.app import state
from viewer.widgets.plain import plain

MOST = 24  # sentences offered; 1,000 characters seldom hold more
_TEXT = "sentences_shown"  # in the session's state: the text that a number was chosen of
_SHOWN = 28  # letters of a sentence in its button


def sentences_of(text: str) -> tuple[str, ...]:
    """The sentences of what was typed; a text of one sentence, or of none, stays as it was typed."""
    found = split_sentences(text)[:MOST]
    return tuple(found) if len(found) > 1 else (text,)


def choose_sentence(sentences: tuple[str, ...], text: str) -> str:
    """Ask which sentence the pages show, where there are several; the answer stands in the address.

    Args:
        sentences: at least one. text: that they are of, which may be longer than what is read of it.
    """
    if len(sentences) == 1:
        _keep("")
        return sentences[0]
    numbers = [str(number) for number, _ in enumerate(sentences, start=1)]
    st.session_state[state.PART] = _asked(sentences, numbers)
    with st.container(key="sentences_of_text"):
        chosen = st.pills(
            f"{len(sentences)} sentences, each translated separately{_cut(sentences, text)}. Pages show",
            numbers,
            format_func=lambda number: f"{number}. {plain(_shortened(sentences[int(number) - 1]))}",
            key=state.PART,
            on_change=lambda: _keep(st.session_state[state.PART] or ""),
        )
    _keep(chosen or "")
    return sentences[int(chosen or 1) - 1]


def _asked(sentences: tuple[str, ...], numbers: list[str]) -> str:
    """The number that the address holds or, on another page, that was chosen before; of a new text the first."""
    new_text = st.session_state.get(_TEXT, sentences) != sentences
    st.session_state[_TEXT] = sentences
    if new_text:
        return numbers[0]
    asked = st.query_params.get(state.PART) or st.session_state.get(state.PART)
    return asked if asked in numbers else numbers[0]


def _keep(number: str) -> None:
    """Put a sentence's number into the address; the first need not stand there."""
    if number in ("", "1"):
        if state.PART in st.query_params:
            del st.query_params[state.PART]
    elif st.query_params.get(state.PART) != number:
        st.query_params[state.PART] = number


def _cut(sentences: tuple[str, ...], text: str) -> str:
    """That not all of the text is read, where that is so."""
    cut = len(split_sentences(text)) > len(sentences)
    return f" (the first {MOST}; the rest is cut off)" if cut else ""


def _shortened(sentence: str) -> str:
    return sentence if len(sentence) <= _SHOWN else f"{sentence[: _SHOWN - 1].rstrip()}…"
