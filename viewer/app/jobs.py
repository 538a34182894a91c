"""The training runs of this server."""

import atexit
import os
from collections.abc import Sequence
from functools import cache

import streamlit as st

from transformer.corpora import Pair
from transformer.training.live.runs import LiveRuns, Run
from transformer.training.live.settings import EVERYDAY_MIXTURE, TrainingSettings

CORPUS_VARIABLE = "GLASSFORMER_TRAINING_CORPUS"  # a different mixture from the everyday corpus, such as a file of pairs
RUN = "run"  # in the address and in the session's state: the name of the run that the visitor began or watches
STEER = "steer"  # in both too: what lets the visitor pause, stop and reset it


@cache
def jobs() -> LiveRuns:
    """The runs of this server; they end with it."""
    made = LiveRuns()
    atexit.register(made.close)
    return made


def mixture() -> str:
    """The corpora from which a fresh model learns."""
    return os.environ.get(CORPUS_VARIABLE, "").strip() or EVERYDAY_MIXTURE


def begin(settings: TrainingSettings, own: Sequence[Pair] = ()) -> dict[str, str]:
    """Begin a run in place of the visitor's earlier one, and return what its address says.

    Raises:
        TrainingError: as for `Runs.start`.
    """
    earlier = jobs().find(st.session_state.get(RUN, ""))
    run = jobs().start(settings, earlier.name if earlier and steers(earlier) else "", own)
    st.session_state.update({RUN: run.name, STEER: run.steering})
    return {RUN: run.name, STEER: run.steering}


def steers(run: Run) -> bool:
    """Whether the visitor began this run, or has the address of whoever did; others only watch."""
    return run.steering in (st.session_state.get(STEER), st.query_params.get(STEER))
