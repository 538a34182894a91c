"""Translate: an English sentence in French, by greedy decoding and by beam search, and what each word looks at."""

import streamlit as st

from transformer import GlassformerError
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from viewer.app import resources, shell, state
from viewer.app.pages import page_file
from viewer.app.pinned import pin
from viewer.app.sliders import alpha_slider, beam_slider
from viewer.watch.json_download import json_download
from viewer.watch.machine.stage import payload
from viewer.watch.translate.cards import for_browser
from viewer.watch.translate.comparison import Comparison, compared
from viewer.watch.translate.download import for_file
from viewer.widgets.component import component

STORY = "A Transformer made of glass. Every number in the picture comes from the model as it translates."
WAITING = "Type an English sentence above, or click an example. Its translation appears here."
FIRST_EXAMPLES = 3  # the others are in the menu
COMPARE = "compare"


def show() -> None:
    """Draw the page: the whole model at work, and optionally greedy decoding next to beam search."""
    place = shell.sentence_place()
    shell.head("Glassformer", STORY, place.head)
    with place.below:
        shell.examples(FIRST_EXAMPLES)
    with place.beside:
        shell.example_menu()
    name, sentence = resources.model_name(), place.sentence
    picture, comparing = st.container(key="translations"), st.container(key="comparing")
    try:
        if resources.loaded(name).read(sentence).empty:
            picture.info(resources.language_read().of(WAITING), icon=":material/edit:")
            return
        with comparing:
            shown = _is_compared()
            beam, alpha = _settings() if shown else (DEFAULT_BEAM, DEFAULT_ALPHA)
        pin.tell(beam=beam, alpha=alpha)
        _onwards(name, sentence, beam, alpha)  # first, so that the browser draws it while the model translates
        with picture:
            _whole_text(place.sentences, beam, alpha)
            data = payload(name, sentence)
            assert data is not None, "there is something to translate"
            component("watch/machine/machine.js")(data=data.packed(), key="machine")
        if shown:
            with comparing:
                comparison = _compared(name, sentence, beam, alpha)
                draw = component("watch/translate/compare.js", '<div class="comparison"></div>')
                draw(data=for_browser(comparison, _focus(comparison)), key="comparison")
    except GlassformerError as error:
        shell.problem(str(error))


def _is_compared() -> bool:
    """Whether both searches are shown, as in links that choose one of their settings."""
    if COMPARE not in st.session_state and any(
        each in st.query_params for each in (state.FOCUS, state.BEAM, state.ALPHA)
    ):
        st.session_state[COMPARE] = True
    return st.toggle("Compare greedy decoding with beam search", key=COMPARE, bind="query-params")


def _settings() -> tuple[int, float]:
    with st.container(horizontal=True, key="search_settings"):
        return beam_slider("translate", 320, " (candidates kept per step)"), alpha_slider("translate", 320)


def _onwards(name: str, sentence: str, beam: int, alpha: float) -> None:
    """Where to go from here, and what to save or share."""
    with st.container(horizontal=True, vertical_alignment="center", key="onwards"):
        st.page_link(page_file("start"), label="New to this? Take the tour", icon=":material/school:")
        st.page_link(page_file("embedding"), label="See how it got there", icon=":material/account_tree:")
        st.page_link(page_file("steps"), label="Watch it decode, token by token", icon=":material/play_circle:")
        json_download(
            "Download this as JSON",
            lambda: for_file(_compared(name, sentence, beam, alpha), name),
            "glassformer-translation.json",
            "Text, tokens, log-probabilities, scores, the beam’s other hypotheses and all cross-attention weights.",
        )


def _compared(name: str, sentence: str, beam: int, alpha: float) -> Comparison:
    comparison = compared(name, sentence, beam, alpha)
    assert comparison is not None, "there is something to translate"
    return comparison


def _whole_text(sentences: tuple[str, ...], beam: int, alpha: float) -> None:
    """A text of several sentences as a whole; the page below shows one of them."""
    if len(sentences) == 1:
        return
    translations = resources.whole_text(resources.model_name(), sentences, beam, alpha)
    with st.container(border=True, key="whole_text"):
        st.caption("The whole text, translated by beam search")
        st.markdown(shell.as_is(" ".join(translations)))


def _focus(comparison: Comparison) -> state.Focus | None:
    layers, heads, _, _ = comparison.beam.attention.shape
    return state.read_focus(st.query_params.get(state.FOCUS), "cross", layers, heads, comparison.lengths)


show()
