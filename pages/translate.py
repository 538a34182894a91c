"""Translate: an English sentence in French, by greedy decoding and by beam search, and what each word looks at."""

import json

import streamlit as st

from transformer import GlassformerError
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer import resources, shell
from viewer.component.component import component
from viewer.shared import state
from viewer.translate.cards import for_browser
from viewer.translate.comparison import Comparison, compared
from viewer.translate.download import for_file

WAITING = "Type an English sentence above, or click one of the examples: its translation appears here."
_ADDRESS_READ = "address_read"  # in the session's state: later the sliders write the address themselves


def show() -> None:
    """Draw the page."""
    with shell.sentence_place().head:
        shell.head(
            "Glassformer",
            "A Transformer made of glass. Everything you see is computed by the model that translates.",
            home=True,
        )
    sentence, beam, alpha = _controls()
    try:
        comparison = compared(resources.model_name(), sentence, beam, alpha)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    cards = None if comparison is None else for_browser(comparison, _focus(comparison))
    draw = component("translate/compare.js", '<div class="comparison"></div>')
    draw(data={"comparison": cards, "waiting": WAITING}, key="comparison")
    if comparison is None:
        return
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        st.page_link("pages/start.py", label="New to this? Start here", icon=":material/school:")
        st.page_link("pages/embedding.py", label="Walk through how it got there", icon=":material/account_tree:")
        st.page_link("pages/steps.py", label="Watch it decode, token by token", icon=":material/play_circle:")
        _download(comparison)


def _focus(comparison: Comparison) -> state.Focus | None:
    layers, heads, _, _ = comparison.beam.attention.shape
    return state.read_focus(st.query_params.get(state.FOCUS), "cross", layers, heads, comparison.lengths)


def _download(comparison: Comparison) -> None:
    st.download_button(
        "Download this as JSON",
        lambda: json.dumps(for_file(comparison, resources.model_name()), ensure_ascii=False),
        file_name="glassformer-translation.json",
        mime="application/json",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="Text, tokens, log-probabilities, scores, the beam's other hypotheses and all cross-attention weights.",
    )


def _controls() -> tuple[str, int, float]:
    # A slider forgets a value that lies outside it: mend the address before it is read.
    corrected = {} if st.session_state.get(_ADDRESS_READ) else state.corrections(st.query_params)
    st.session_state[_ADDRESS_READ] = True
    if corrected:
        st.query_params.update(corrected)
        st.rerun()
    shell.bring_along(state.BEAM, state.ALPHA)
    place = shell.sentence_place()
    with place.below, st.container(horizontal=True, gap="small", key="examples"):
        shell.examples("secondary")
    with place.beside, st.container(key="settings"):
        beam = st.slider(
            "Beam size",
            state.SMALLEST_BEAM,
            state.LARGEST_BEAM,
            DEFAULT_BEAM,
            key=state.BEAM,
            bind="query-params",
        )
        st.caption("Translations kept at every step.")
        alpha = st.slider(
            "Length penalty α",
            state.SMALLEST_ALPHA,
            state.LARGEST_ALPHA,
            DEFAULT_ALPHA,
            state.ALPHA_STEP,
            format="%.1f",
            key=state.ALPHA,
            bind="query-params",
        )
        st.caption("0 favours short ones, 2 long ones.")
    return place.sentence, state.sensible_beam(beam), state.sensible_alpha(alpha)


shell.run_page(show)
