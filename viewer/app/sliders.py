"""Beam size and length penalty, with one value shared by all pages.

Their value is in the address, so that a link and Back restore it. Streamlit's own binding doesn't work here: it ties a
name in the address to one widget, and removes it when a page opens with another widget of that name.
"""

from typing import Any

import streamlit as st

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer.app import shell, state
from viewer.app.belonging import keep_in_address


def beam_slider(page: str, width: int) -> int:
    """Ask for the beam size.

    Args:
        page: the page's name. width: of the slider, in pixels.
    """
    key = f"{state.BEAM}_{page}"
    if shell.has_arrived() or key not in st.session_state:  # the address's, or the last one chosen
        st.session_state[key] = state.sensible_beam(st.query_params.get(state.BEAM, shell.settings().get(state.BEAM)))
    chosen = st.slider("Beam size", state.SMALLEST_BEAM, state.LARGEST_BEAM, key=key, width=width)
    return _remember(state.BEAM, chosen, DEFAULT_BEAM)


def alpha() -> float:
    """The length penalty chosen on this or another page."""
    return state.sensible_alpha(st.query_params.get(state.ALPHA, shell.settings().get(state.ALPHA)))


def keep_alpha(chosen: float) -> float:
    """Write a length penalty into the address and share it with other pages."""
    return _remember(state.ALPHA, state.sensible_alpha(chosen), DEFAULT_ALPHA)


def _remember(name: str, chosen: Any, usual: Any) -> Any:
    shell.settings()[name] = chosen
    if chosen != usual:
        keep_in_address(name, f"{chosen:g}")
    else:
        st.query_params.pop(name, None)
    return chosen
