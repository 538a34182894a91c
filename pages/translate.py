"""Translate: an English sentence in French, by greedy decoding and by beam search, and what each word looks at."""

import json

import streamlit as st

from transformer import GlassformerError
from viewer import resources, shell
from viewer.shared import state
from viewer.shared.language import written_by
from viewer.translate.badge import badge
from viewer.translate.comparison import Comparison, Side, for_browser, for_file
from viewer.translate.component import compare

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
        comparison = _compute(sentence, beam, alpha)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    if comparison is None:
        compare(None, WAITING, key="comparison")
        return
    layers, heads, _, _ = comparison.beam.attention.shape
    focus = state.read_focus(st.query_params.get(state.FOCUS), "cross", layers, heads, comparison.lengths)
    compare(for_browser(comparison, focus), WAITING, key="comparison")
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        st.page_link("pages/embedding.py", label="Walk through how it got there", icon=":material/account_tree:")
        st.page_link("pages/steps.py", label="Watch it decode, token by token", icon=":material/play_circle:")
        _download(comparison)


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
    place = shell.sentence_place()
    with place.below, st.container(horizontal=True, gap="small", key="examples"):
        shell.examples("secondary")
    with place.beside, st.container(key="settings"):
        beam = st.slider(
            "Beam size",
            state.SMALLEST_BEAM,
            state.LARGEST_BEAM,
            state.DEFAULT_BEAM,
            key=state.BEAM,
            bind="query-params",
        )
        st.caption("Translations kept at every step.")
        alpha = st.slider(
            "Length penalty α",
            state.SMALLEST_ALPHA,
            state.LARGEST_ALPHA,
            state.DEFAULT_ALPHA,
            state.ALPHA_STEP,
            format="%.1f",
            key=state.ALPHA,
            bind="query-params",
        )
        st.caption("0 favours short ones, 2 long ones.")
    return place.sentence, state.sensible_beam(beam), state.sensible_alpha(alpha)


def _compute(sentence: str, beam: int, alpha: float) -> Comparison | None:
    name = resources.model_name()
    translator = resources.loaded(name)
    source = translator.read(sentence)
    if source.empty:
        return None
    greedy = resources.greedy(name, sentence)
    searched = resources.beam_search(name, sentence, beam, alpha)
    others = searched.search.hypotheses[1:] if searched.search else ()
    greedy_side, beam_side = (
        Side(
            translation,
            alpha,
            resources.cross_attention(name, sentence, translation.hypothesis.tokens, translation.hypothesis.finished),
        )
        for translation in (greedy, searched)
    )
    return Comparison(
        greedy_side,
        beam_side,
        beam,
        tuple((hypothesis, translator.tokenizer.decode(hypothesis.tokens)) for hypothesis in others),
        badge(source, translator.trust(source)),
        translator.alignment_layer,
        written_by(translator),
    )


shell.run_page(show)
