"""Beam size and length penalty: sliders of several pages, with one value shared by all pages.

Their value is in the address, so that a link and Back restore it. Streamlit's own binding doesn't work here: it ties a
name in the address to one widget, and removes it when a page opens with another widget of that name.
"""

from collections.abc import Callable
from typing import Any

import streamlit as st

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer.app import shell, state
from viewer.app.belonging import keep_in_address


def beam_slider(page: str, width: int, meaning: str = "") -> int:
    """Ask for the beam size.

    Args:
        page: the page's name. width: of the slider, in pixels. meaning: what it is, shown in the label.
    """
    key = _prepare_slider(state.BEAM, page, state.sensible_beam)
    chosen = st.slider(f"Beam size{meaning}", state.SMALLEST_BEAM, state.LARGEST_BEAM, key=key, width=width)
    return _remember(state.BEAM, chosen, DEFAULT_BEAM)


def alpha_slider(page: str, width: int) -> float:
    """Ask for the length penalty.

    Args:
        page: the page's name. width: of the slider, in pixels.
    """
    key = _prepare_slider(state.ALPHA, page, state.sensible_alpha)
    chosen = st.slider(
        "Length penalty α (higher favours longer output)",
        state.SMALLEST_ALPHA,
        state.LARGEST_ALPHA,
        step=state.ALPHA_STEP,
        format="%.1f",
        key=key,
        width=width,
    )
    return keep_alpha(chosen)


def alpha() -> float:
    """The length penalty chosen on this or another page."""
    return state.sensible_alpha(st.query_params.get(state.ALPHA, shell.settings().get(state.ALPHA)))


def keep_alpha(chosen: float) -> float:
    """Write a length penalty into the address and share it with other pages."""
    return _remember(state.ALPHA, state.sensible_alpha(chosen), DEFAULT_ALPHA)


def _prepare_slider(name: str, page: str, sensible: Callable[[object], Any]) -> str:
    """The slider's key, with a value if the page has just opened: the address's, or the last one chosen."""
    key = f"{name}_{page}"
    if shell.has_arrived() or key not in st.session_state:
        st.session_state[key] = sensible(st.query_params.get(name, shell.settings().get(name)))
    return key


def _remember(name: str, chosen: Any, usual: Any) -> Any:
    shell.settings()[name] = chosen
    if chosen != usual:
        keep_in_address(name, f"{chosen:g}")
    else:
        st.query_params.pop(name, None)
    return chosen
