"""Greedy and beam: what the beam held at every step, where greedy decoding parts from it, and which does better."""

import json

import streamlit as st

from transformer import GlassformerError
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.decoding.search import DEFAULT_ALPHA
from transformer.model.measurements import load_measurement
from viewer.app import resources, shell, state
from viewer.app.pinned import pin
from viewer.app.sliders import alpha, beam_slider, keep_alpha
from viewer.watch.search import tree
from viewer.watch.sentence_menu import sentence_menu
from viewer.widgets.component import component

PAGE = "search"
KEY = "watch_search"
STORY = (
    "Greedy decoding takes the most probable token at every step and never goes back. A beam keeps several "
    "beginnings, called hypotheses, so it can find a translation that began less probably. Point at a node to read "
    "it; click it to see what it looked at."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    shell.head("Greedy and beam", STORY, place.head)
    with place.beside:
        shell.example_menu()
    name = resources.model_name()
    try:
        translator = resources.loaded(name)
        compared = load_measurement(name, SearchComparison)
        with st.container(horizontal=True, key="watch_controls", vertical_alignment="bottom"):
            beam = beam_slider(PAGE, 320)
            pin.tell(beam=beam, alpha=alpha())
            if compared and compared.examples:
                sentence_menu(
                    "Sentences on which they part",
                    "Of many sentences, those on which the beam's translation scores highest above greedy's.",
                    [example.source for example in compared.examples],
                    key="parting_sentences",
                    icon=":material/alt_route:",
                )
        if translator.read(place.sentence).empty:
            st.info("Type an English sentence above: both searches appear here.", icon=":material/edit:")
            return
        keep_alpha(alpha())
        found = tree.search(name, place.sentence, beam, DEFAULT_ALPHA)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    component("watch/search/search.js")(
        data=tree.payload(translator, found, compared).packed(), key=KEY, on_alpha_change=_keep_alpha
    )
    st.download_button(
        "Download the whole search as JSON",
        lambda: json.dumps(found.beam.as_json(), ensure_ascii=False),
        file_name="glassformer-search.json",
        mime="application/json",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
        help="Every hypothesis held, every step's most probable tokens, scores, alignment and all cross-attention.",
    )


def _keep_alpha() -> None:
    chosen = st.session_state[KEY].alpha
    if chosen is not None:
        keep_alpha(state.sensible_alpha(chosen))


show()
