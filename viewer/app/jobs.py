"""The runs of this server, and whose they are."""

import atexit
import os
import threading
from functools import cache

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from transformer.training.live.jobs import TrainingJobs
from transformer.training.live.settings import EVERYDAY_MIXTURE

CORPUS_VARIABLE = "GLASSFORMER_TRAINING_CORPUS"  # another mixture than the everyday corpus, such as a file of pairs


PROXY_COOKIE = "glassformer_visitor"  # a browser's name by the proxy of deploy/
STREAMLIT_COOKIE = "_streamlit_xsrf"  # what Streamlit knows a browser by, against forged requests

_sessions: dict[str, set[str]] = {}  # of each visitor: every tab has one of its own
_sessions_lock = threading.Lock()


@cache
def jobs() -> TrainingJobs:
    """The runs of this server; ended with it."""
    made = TrainingJobs(present=_connected)
    made.tidy()
    atexit.register(made.close)
    return made


def mixture() -> str:
    """What a fresh model learns from."""
    return os.environ.get(CORPUS_VARIABLE, "").strip() or EVERYDAY_MIXTURE


def visitor() -> str:
    """Names the visitor: the same in all tabs of a browser, as far as its cookies tell; else the session's name."""
    context = get_script_run_ctx()
    if context is None:
        return ""
    cookies = dict(st.context.cookies)
    return cookies.get(PROXY_COOKIE) or _unmasked(cookies.get(STREAMLIT_COOKIE, "")) or context.session_id


def note_presence() -> None:
    """Count this session as one of the visitor's, who is there as long as one of them is open."""
    context = get_script_run_ctx()
    if context is None or not st.runtime.exists():
        return
    runtime, name = st.runtime.get_instance(), visitor()
    with _sessions_lock:
        for other in list(_sessions):
            _sessions[other] = set(filter(runtime.is_active_session, _sessions[other]))
            if not _sessions[other]:
                del _sessions[other]
        _sessions.setdefault(name, set()).add(context.session_id)


def _unmasked(cookie: str) -> str:
    """The name inside Streamlit's cookie, "2|mask|masked name|time" in hexadecimal digits, whose mask may change."""
    try:
        version, mask, masked, _ = cookie.split("|")
        key = bytes.fromhex(mask)
        name = bytes(each ^ key[at % len(key)] for at, each in enumerate(bytes.fromhex(masked)))
    except (ValueError, ZeroDivisionError):
        return ""
    return name.hex() if version == "2" else ""


def _connected(name: str) -> bool:
    """Whether a tab of the visitor is open."""
    if not st.runtime.exists():
        return False
    with _sessions_lock:
        return any(map(st.runtime.get_instance().is_active_session, _sessions.get(name, ())))
