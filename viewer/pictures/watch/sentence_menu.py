"""Sentences behind a button: a click puts one into the sentence field, and the menu closes."""

from collections.abc import Sequence

import streamlit as st

from viewer.app import shell
from viewer.app.menu import menu


def sentence_menu(label: str, told: str, sentences: Sequence[str], key: str, icon: str) -> None:
    """Draw the button; its menu is open until the visitor chooses.

    Args:
        label: of the button. told: what the sentences have in common.
        key: of the menu, in the session's state. icon: before the label.
    """
    with st.container(key=key, width="content"), menu(label, f"{key}_menu", icon=icon):
        st.caption(told)
        for number, sentence in enumerate(sentences):
            st.button(sentence, key=f"{key}_{number}", type="tertiary", on_click=shell.choose, args=(sentence,))
