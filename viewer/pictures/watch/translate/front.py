"""What the front page has around its picture: examples, ways on, and greedy decoding next to beam search."""

import streamlit as st

from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer.app import resources, shell, sliders, state
from viewer.app.page import Visit
from viewer.app.sliders import alpha_slider, beam_slider
from viewer.pictures.watch.json_download import json_download
from viewer.pictures.watch.translate.cards import for_browser
from viewer.pictures.watch.translate.comparison import Comparison, compare
from viewer.pictures.watch.translate.download import for_file
from viewer.transport.component import component
from viewer.widgets.plain import as_is

FIRST_EXAMPLES = 3  # the others are in the menu
COMPARE = "compare"


def offer_examples(visit: Visit) -> None:
    """Offer the first examples below the sentence's field."""
    with shell.sentence_place().below:
        shell.examples(FIRST_EXAMPLES)


def draw_whole_text(visit: Visit) -> None:
    """Draw the translation of a text of several sentences; the picture below shows one of them."""
    if len(visit.sentences) == 1:
        return
    translations = resources.whole_text(visit.model, visit.sentences, *_search_settings())
    with st.container(border=True, key="whole_text"):
        st.caption("The whole text, translated by beam search")
        st.markdown(as_is(" ".join(translations)))


def compare_searches(visit: Visit) -> None:
    """Offer greedy decoding next to beam search."""
    if not _is_compared():
        return
    with st.container(horizontal=True, key="search_settings"):
        beam = beam_slider("translate", 320, " (candidates kept per step)")
        alpha = alpha_slider("translate", 320)
    comparison = _compare(visit, beam, alpha)
    draw = component("pictures/watch/translate/compare.js", '<div class="comparison"></div>')
    draw(data=for_browser(comparison, _focus(comparison)), key="comparison")


def offer_ways_on(visit: Visit) -> None:
    """Say where to go from here, and offer what can be saved."""
    st.page_link(shell.link("start"), label="New to this? Take the tour", icon=":material/school:")
    st.page_link(shell.link("embedding"), label="See how it got there", icon=":material/account_tree:")
    st.page_link(shell.link("steps"), label="Watch it decode, token by token", icon=":material/play_circle:")
    json_download(
        "Download this as JSON",
        lambda: for_file(_compare(visit, *_search_settings()), visit.model),
        "glassformer-translation.json",
        "Text, tokens, log-probabilities, scores, the beam’s other hypotheses and all cross-attention weights.",
    )


def _search_settings() -> tuple[int, float]:
    """The beam size and length penalty: those chosen while both searches are compared, else the usual."""
    if not st.session_state.get(COMPARE):
        return DEFAULT_BEAM, DEFAULT_ALPHA
    return state.sensible_beam(st.query_params.get(state.BEAM)), sliders.alpha()


def _is_compared() -> bool:
    """Whether both searches are shown, as in links that choose one of their settings."""
    if COMPARE not in st.session_state and any(
        each in st.query_params for each in (state.FOCUS, state.BEAM, state.ALPHA)
    ):
        st.session_state[COMPARE] = True
    return st.toggle("Compare greedy decoding with beam search", key=COMPARE, bind="query-params")


def _compare(visit: Visit, beam: int, alpha: float) -> Comparison:
    comparison = compare(visit.model, visit.sentence, beam, alpha)
    assert comparison is not None, "there is something to translate"
    return comparison


def _focus(comparison: Comparison) -> state.Focus | None:
    layers, heads, _, _ = comparison.beam.attention.shape
    return state.read_focus(st.query_params.get(state.FOCUS), "cross", layers, heads, comparison.lengths)
