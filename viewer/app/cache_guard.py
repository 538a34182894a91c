"""Protects the caches, which belong to everyone, from a message that lets one visitor's browser clear them."""

from functools import cache

from streamlit.runtime.app_session import AppSession


@cache
def protect_caches() -> None:
    """Make a visitor's request to clear the caches clear only that visitor's own session.

    Streamlit's front end sends the message for a developer's key, and Streamlit answers it by clearing all caches of
    the process. Here they hold the models, and reopening the two shipped ones takes 2.6 seconds, for which every
    visitor waits. Call it before anything is cached.
    """
    AppSession._handle_clear_cache_request = _forget_own_session  # type: ignore[method-assign, assignment]


def _forget_own_session(session: AppSession) -> None:
    session._session_state.clear()
