"""A training that a visitor begins and watches."""

import streamlit as st

from transformer.training.live.report import RunState
from transformer.training.live.runs import Run
from viewer.app import resources
from viewer.app.belonging import keep_in_address
from viewer.app.jobs import RUN, STEER, jobs, steers
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
        return
    st.session_state[RUN] = run.name
    keep_in_address(RUN, run.name)
    if steers(run):
        st.session_state[STEER] = run.steering
        keep_in_address(STEER, run.steering)
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
    controls.buttons(run, run.report())
    component("pictures/train/training/live.js")(data=_pack(run.name, run.report().state), key="train_live")


@st.cache_resource(ttl=0.9 * REFRESH, max_entries=8, show_spinner=False)
def _pack(name: str, state: RunState) -> bytes:
    """What the component draws, made once for all who watch a run in the same second."""
    run = jobs().find(name)
    assert run is not None
    report = run.report()
    if state == RunState.WAITING:
        report.sentence = controls.tell_queue(*jobs().estimate_wait(name))
    return live.payload(run.settings, report, name).pack()
