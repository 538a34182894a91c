"""The forks that a visitor takes on a page with a player, in the address as `roads`."""

from typing import Any

import streamlit as st

from viewer.app.belonging import is_current, keep_in_address
from viewer.pictures.watch.steps.branches import MAX_FORKS, Fork, read_forks, to_query

PATH = "roads"  # in the address


def read_path(belongs_to: tuple[str, ...]) -> tuple[Fork, ...]:
    """The path in the address; none if the visitor has since changed what it belongs to."""
    return _path() if is_current("roads_belong_to", belongs_to) else ()


def remember(forks: tuple[Fork, ...]) -> None:
    """Write the path into the address, or remove it."""
    if forks:
        keep_in_address(PATH, to_query(forks))
    elif PATH in st.query_params:
        del st.query_params[PATH]


def take(asked: Any) -> None:
    """Follow the fork that the player asks for."""
    if asked and len(_path()) < MAX_FORKS:
        remember((*_path(), Fork(int(asked["step"]), int(asked["token"]))))


def go_back(kept: Any) -> None:
    """Keep as many forks as the player asks for."""
    if kept is not None:
        remember(_path()[: max(0, int(kept))])


def _path() -> tuple[Fork, ...]:
    return read_forks(st.query_params.get(PATH))
