"""Menus behind a button that close once you choose something."""

from typing import Any

import streamlit as st
from streamlit.elements.lib.mutable_popover_container import PopoverContainer

_CHOICES = "choices_in_menus"  # in the session's state: how many there have been


def menu(label: str, key: str, **options: Any) -> PopoverContainer:
    """A popover that `close_menus` closes.

    Streamlit keeps a popover open after a click in it. One that tracks whether it is open can be closed, but a choice
    made before the server answers its opening gets lost: of "closed, open, closed" the browser sees only the first and
    the last. So every choice makes a new popover.

    Args:
        label: of the button. key: of the popover. options: of `st.popover`.
    """
    return st.popover(label, key=f"{key}_{st.session_state.get(_CHOICES, 0)}", **options)


def close_menus() -> None:
    """Close what is open; for a button's callback in a menu."""
    st.session_state[_CHOICES] = st.session_state.get(_CHOICES, 0) + 1
