"""The path of roads that a visitor takes on a page with a player: kept in the address, as `roads`."""

import streamlit as st

from viewer.watch.steps.roads import MAX_FORKS, Fork, read_forks, written

PATH = "roads"  # in the address
_BELONGS_TO = "roads_belong_to"  # in the session's state: what the path was taken from


def taken(belongs_to: tuple[str, ...]) -> tuple[Fork, ...]:
    """The path in the address; none if the visitor has meanwhile changed what it was taken from."""
    known = st.session_state.get(_BELONGS_TO, belongs_to)
    st.session_state[_BELONGS_TO] = belongs_to
    return read_forks(st.query_params.get(PATH)) if known == belongs_to else ()


def remember(forks: tuple[Fork, ...]) -> None:
    """Write the path into the address, or take it out of it."""
    if forks:
        st.query_params[PATH] = written(forks)
    elif PATH in st.query_params:
        del st.query_params[PATH]


def take(key: str) -> None:
    """Go on by the fork that the player's component of this key asks for."""
    asked = st.session_state[key].fork
    forks = read_forks(st.query_params.get(PATH))
    if asked and len(forks) < MAX_FORKS:
        remember((*forks, Fork(int(asked["step"]), int(asked["token"]))))


def go_back(key: str) -> None:
    """Keep as many forks as the player's component of this key asks for."""
    kept = st.session_state[key].back
    if kept is not None:
        remember(read_forks(st.query_params.get(PATH))[: max(0, int(kept))])
