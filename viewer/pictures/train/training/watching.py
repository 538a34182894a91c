"""A training that a visitor begins and watches."""

import streamlit as st

from transformer.training.live.runs import Run
from viewer.app import resources, shell
from viewer.app.jobs import OF_TOUR, RUN, jobs
from viewer.app.page import Visit
from viewer.pictures.train.training import controls, live
from viewer.transport.component import component

REFRESH = 1.0  # seconds


def draw_training(_: Visit) -> None:
    """Draw the training that the visitor watches, or offer to begin one."""
    asked = st.query_params.get(RUN)
    run = jobs().find(asked or st.session_state.get(RUN, ""))
    if run is None:
        controls.ask(bool(asked))
        component("pictures/train/training/live.js")(data=live.waiting(controls.sizes()).pack(), key="train_live")
        return
    st.query_params[RUN] = st.session_state[RUN] = run.name
    if st.session_state.get(OF_TOUR) == run.name:
        st.page_link(shell.link("start"), label="Back to the tour", icon=":material/arrow_back:")
    resources.open_linked(run.name)
    if run.report().state.active:
        # During the run, only this is redrawn, every second.
        st.fragment(_watch, run_every=REFRESH)(run)
    else:
        _draw(run)


def _watch(run: Run) -> None:
    if jobs().find(run.name) is not run or not run.report().state.active:
        st.rerun()  # the run was reset, or there is one more model to choose
    _draw(run)


def _draw(run: Run) -> None:
    report = run.report()
    controls.buttons(run, report)
    sent = live.payload(run.settings, report, run.name)
    component("pictures/train/training/live.js")(data=sent.pack(), key="train_live")
