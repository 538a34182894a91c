"""What a visitor chooses on Learning: one of its two parts. Without a server both are there."""

import streamlit as st

from viewer.app.page import Visit
from viewer.pictures.train.learning import run

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


def tell_recorded(_: Visit) -> str:
    """How it was recorded."""
    recorded = run.load_shipped()
    return f"{run.story(recorded)} Recorded with {recorded.facts['command']}, which takes other sentences too."
