"""The runs of this server, and whose they are."""

import atexit
import os
from functools import cache

import streamlit as st
from streamlit.runtime.scriptrunner import get_script_run_ctx

from transformer.live_training.jobs import TrainingJobs
from transformer.live_training.settings import EVERYDAY_MIXTURE

CORPUS_VARIABLE = "GLASSFORMER_TRAINING_CORPUS"  # another mixture than the everyday corpus, such as a file of pairs


@cache
def jobs() -> TrainingJobs:
    """The runs of this server; ended with it."""
    made = TrainingJobs(present=_connected)
    atexit.register(made.close)
    return made


def mixture() -> str:
    """What a fresh model learns from."""
    return os.environ.get(CORPUS_VARIABLE, "").strip() or EVERYDAY_MIXTURE


def visitor() -> str:
    """Names the visitor's session."""
    context = get_script_run_ctx()
    return context.session_id if context else ""


def _connected(session: str) -> bool:
    return st.runtime.exists() and st.runtime.get_instance().is_active_session(session)
