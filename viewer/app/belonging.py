"""Choices in the address: whether one still belongs to what the page shows, and how it is written there."""

import streamlit as st


def is_current(name: str, belongs_to: tuple[str, ...]) -> bool:
    """Whether the visitor has not changed the sentence or model since a choice in the address was made.

    Args:
        name: of the choice, in the session's state. belongs_to: what it would belong to now.
    """
    known = st.session_state.get(name, belongs_to)
    st.session_state[name] = belongs_to
    return known == belongs_to


def keep_in_address(name: str, written: str) -> None:
    """Write a choice into the address, unless it stands there already.

    Streamlit would send the whole address of this run again, over a sentence that was typed in the meantime.
    """
    if st.query_params.get(name) != written:
        st.query_params[name] = written
