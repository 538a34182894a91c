"""What a visitor chooses on Learning: one of its two parts."""

import streamlit as st

from viewer.app.page import Visit
from viewer.pictures.train.learning import rates, run
from viewer.transport.component import component

PART = "part"  # in the address
RUN, RATES = "A recorded run", "Learning rate"


def ask_for_part(_: Visit) -> dict[str, str]:
    """Ask which part to show."""
    part = st.segmented_control(
        "Part",
        [RUN, RATES],
        default=RUN,
        key=PART,
        bind="query-params",
        label_visibility="collapsed",
        required=True,
    )
    return {PART: part or RUN}


def draw_recorded(_: Visit) -> None:
    """Draw the recorded training."""
    component("pictures/train/learning/run.js")(data=run.pack_run(), key="learning_run")


def tell_recorded(_: Visit) -> str:
    """How it was recorded."""
    recorded = run.load_shipped()
    return f"{run.story(recorded)} Recorded with {recorded.facts['command']}, which takes other sentences too."


def draw_rates(_: Visit) -> None:
    """Draw the runs with other learning rates."""
    component("pictures/train/learning/rates.js")(data=rates.pack_runs(), key="learning_rates")
