"""A visitor who asks for empty caches empties nobody's but the own session."""

from itertools import count
from types import SimpleNamespace

import streamlit as st
from streamlit.runtime.app_session import AppSession

from viewer.app.cache_guard import protect_caches


def test_what_belongs_to_everyone_stays_and_the_own_session_is_forgotten() -> None:
    made = count()

    @st.cache_resource
    def resource() -> int:
        return next(made)

    @st.cache_data
    def data() -> int:
        return next(made)

    protect_caches()
    before = resource(), data()
    session = SimpleNamespace(_session_state={"typed": "Hello."})
    AppSession._handle_clear_cache_request(session)  # type: ignore[arg-type]
    assert (resource(), data()) == before
    assert session._session_state == {}
