"""Greedy and beam: the beam at every step, where greedy decoding differs from it, and which does better."""

import streamlit as st

from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.decoding.search import DEFAULT_ALPHA
from transformer.model.measurements import load_measurement
from viewer.app import resources, state
from viewer.app.pinned import pin
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.app.sliders import alpha, beam_slider, keep_alpha
from viewer.watch.json_download import json_download
from viewer.watch.search import tree
from viewer.watch.search.texts import LOOK, STORY
from viewer.watch.sentence_menu import sentence_menu
from viewer.widgets.component import component

KEY = "watch_search"


def show(name: str, sentence: str) -> None:
    """Draw the page below its head."""
    translator, compared = resources.loaded(name), load_measurement(name, SearchComparison)
    with st.container(horizontal=True, key="watch_controls", vertical_alignment="bottom"):
        with st.container(key="from_understand_beam", width="content"):
            beam = beam_slider("search", 320)
        pin.tell(beam=beam, alpha=alpha())
        if compared and compared.examples:
            sentence_menu(
                "Sentences where they differ",
                "Out of many sentences, those where beam search beats greedy by most.",
                [example.source for example in compared.examples],
                key="parting_sentences",
                icon=":material/alt_route:",
            )
    if is_empty(translator, sentence, "both searches appear here."):
        return
    keep_alpha(alpha())
    found = tree.search(name, sentence, beam, DEFAULT_ALPHA)
    data = tree.payload(translator, found, compared)
    component("watch/search/search.js")(data=data.packed(), key=KEY, on_alpha_change=_keep_alpha)
    with st.container(key="from_prove_download"):
        json_download(
            "Download the whole search as JSON",
            found.beam.as_json,
            "glassformer-search.json",
            "Every hypothesis, the most probable tokens of each step, scores, alignment and all cross-attention.",
        )


def _keep_alpha() -> None:
    chosen = st.session_state[KEY].alpha
    if chosen is not None:
        keep_alpha(state.sensible_alpha(chosen))


sentence_page("Greedy and beam", STORY, show, look=LOOK)
