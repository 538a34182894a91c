"""What a large model computes only when somebody asks for it."""

import streamlit as st

from viewer.app import resources
from viewer.widgets import head_roles


def must_wait(name: str, label: str, *about: object) -> bool:
    """Draw a button for a slow computation of a large model; True while it waits to be pressed.

    Args:
        name: the model's.
        label: on the button.
        about: what is computed; the button was pressed for this, and appears again for anything else.
    """
    if resources.parameters(name)["total"] <= head_roles.LARGEST_AT_ONCE:
        return False
    key = f"{label} {(name, *about)}"
    pressed = f"{key} pressed"
    if st.session_state.get(pressed):
        return False
    press = st.session_state.update
    st.button(label, icon=":material/hourglass_top:", key=key, on_click=press, args=({pressed: True},))
    return True
