"""What the learning-rate laboratory shows: runs that differ in nothing but the learning rate."""

from dataclasses import asdict

import streamlit as st

from transformer.training.rate_runs import SHIPPED_RATES, RateRuns, load_rates, smoothed
from viewer.component.parcel import Parcel

PAPER_D_MODEL, PAPER_WARMUP = 512, 4_000  # section 5.3


@st.cache_resource(show_spinner=False)
def packed() -> bytes:
    """The shipped runs as the browser reads them.

    Raises:
        GlassformerError: if their file is missing or damaged.
    """
    return parcel(load_rates(SHIPPED_RATES)).packed()


def parcel(rates: RateRuns) -> Parcel:
    """Every run with its smoothed losses; the laboratory opens with the sizes of the paper's base model."""
    facts = {
        "facts": dict(rates.facts),
        "runs": [{**asdict(run), "smoothed": smoothed(run.losses)} for run in rates.runs],
        "opens": {"d_model": PAPER_D_MODEL, "warmup": PAPER_WARMUP, "steps": 20_000},
    }
    return Parcel(facts)
