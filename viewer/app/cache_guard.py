"""Caches that belong to everyone, kept from the message of a single visitor's browser that would empty them."""

from functools import cache

from streamlit.runtime.app_session import AppSession


@cache
def protect_caches() -> None:
    """Have a visitor who asks for empty caches lose what the own session holds, and nothing of everyone's.

    Streamlit answers the message, which its front end sends for a developer's key, by emptying all caches of the
    process. Here they hold the models, and opening the two that ship again takes 2.6 seconds of every visitor's wait.
    Called before anything is cached.
    """
    AppSession._handle_clear_cache_request = _forget_own_session  # type: ignore[method-assign, assignment]


def _forget_own_session(session: AppSession) -> None:
    session._session_state.clear()
