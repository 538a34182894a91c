"""The only kind of text field: it accepts any paste, cuts what is too long, and says so."""

from typing import Any

import streamlit as st

from transformer.text.line_breaks import put_on_one_line
from viewer.app import state

_CUT = "cut_text"  # in the session's state, before a field's key: what remained of a text that was too long


def text_field(label: str, default: str = "", *, key: str, longest: int = state.MAX_TYPED, **options: Any) -> str:
    """Ask for a line of text; one that is too long is cut, and the page says so.

    Streamlit's own limit would refuse a longer paste in the browser, silently.

    Args:
        label, default, key: as for `st.text_input`.
        longest: characters accepted.
        options: further ones of `st.text_input`.

    Returns:
        The text as shown in the field.
    """
    kept = st.session_state
    typed = kept.get(key)
    if isinstance(typed, str) and (tidy := put_on_one_line(typed)[:longest]) != typed:
        kept[key] = tidy
        kept[f"{_CUT}_{key}"] = tidy if len(put_on_one_line(typed)) > longest else None
    text: str = st.text_input(label, default, key=key, autocomplete="off", **options)
    if put_on_one_line(text)[:longest] != text:  # from the address, which arrives with the field: from the top
        st.rerun()
    if text and kept.get(f"{_CUT}_{key}") == text:
        st.caption(f"That was too long: only the first {longest:,} characters were kept.")
    return text
