"""Sentences behind a button: a click puts one into the sentence's field, and the menu closes."""

from collections.abc import Sequence

import streamlit as st

from viewer import shell


def sentence_menu(label: str, told: str, sentences: Sequence[str], key: str, icon: str) -> None:
    """Draw the button; its menu is open as long as the visitor has not chosen.

    Args:
        label: of the button. told: what the sentences have in common.
        key: of the menu, in the session's state. icon: before the label.
    """
    # Streamlit keeps a popover open after a click in it, unless it tracks whether it is open.
    with st.popover(label, icon=icon, key=key, on_change="rerun"):
        st.caption(told)
        for number, sentence in enumerate(sentences):
            st.button(sentence, key=f"{key}_{number}", type="tertiary", on_click=_choose, args=(key, sentence))


def _choose(key: str, sentence: str) -> None:
    shell.choose(sentence)
    st.session_state[key] = False
