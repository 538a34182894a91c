"""Whether a choice in the address still belongs to what the page shows."""

import streamlit as st


def is_current(name: str, belongs_to: tuple[str, ...]) -> bool:
    """Whether the visitor has not changed the sentence or model since a choice in the address was made.

    Args:
        name: of the choice, in the session's state. belongs_to: what it would belong to now.
    """
    known = st.session_state.get(name, belongs_to)
    st.session_state[name] = belongs_to
    return known == belongs_to
