"""Training: a fresh model learns on this machine while one looks on, and can be kept for the other pages."""

import streamlit as st

from transformer.training.live.job import TrainingJob
from viewer.app import shell
from viewer.app.jobs import jobs, note_presence, visitor
from viewer.train.training import controls, kept_models, live
from viewer.widgets.component import component

STORY = (
    "Press the button: a fresh model with random weights learns to translate English into French, from tens of "
    "thousands of sentence pairs, on this machine. Watch its loss fall, its attention find the right words, and one "
    "sentence become French."
)
REFRESH = 1.0  # seconds


def show() -> None:
    """Draw the page."""
    shell.head("Training", STORY)
    note_presence()
    asked = st.query_params.get(controls.RUN)
    job = jobs().find(visitor(), asked)
    controls.note_asked(asked)
    if job is None:
        controls.ask()
        component("train/training/live.js")(data=live.waiting(controls.sizes()).packed(), key="train_live")
        kept_models.show()
        return
    st.query_params[controls.RUN] = jobs().token(visitor())
    # While it lasts the run is looked at every second, and nothing else is drawn anew.
    refreshing = job.state.active
    kept = jobs().kept_as(visitor())
    st.fragment(_watch, run_every=REFRESH if refreshing else None)(job, refreshing, kept)
    kept_models.show()


def _watch(job: TrainingJob, refreshing: bool, kept: str) -> None:
    ended = not job.state.active
    if jobs().find(visitor()) is not job or jobs().kept_as(visitor()) != kept:
        st.rerun()  # it was reset, or ended because its visitor had been away; or there is one more model to choose
    controls.buttons(job)
    component("train/training/live.js")(data=live.parcel(job, kept).packed(), key="train_live")
    if refreshing and ended:
        st.rerun()


show()
