"""Greedy and beam: what the beam held at every step, where greedy decoding parts from it, and which does better."""

import json

import streamlit as st

from transformer import GlassformerError
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.evaluation.search_comparison import read_searches
from viewer import resources, shell
from viewer.component.component import component
from viewer.shared import state
from viewer.watch.search import tree
from viewer.watch.search.scores import score_table

KEY = "watch_search"
STORY = (
    "Greedy decoding takes the most probable token and never looks back; a beam keeps several hypotheses alive and "
    "may find a translation whose beginning looked worse. Point at a node for its text, click it for its attention."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    with place.head:
        shell.head("Greedy and beam", STORY)
    with place.beside:
        shell.example_menu()
    name = resources.model_name()
    try:
        translator = resources.loaded(name)
        compared = read_searches(name)
        with st.container(horizontal=True, key="watch_controls", vertical_alignment="bottom"):
            beam = st.slider(
                "Beam size",
                state.SMALLEST_BEAM,
                state.LARGEST_BEAM,
                DEFAULT_BEAM,
                key=state.BEAM,
                bind="query-params",
                width=320,
            )
            if compared and compared["examples"]:
                with st.popover("Sentences on which they part", icon=":material/alt_route:"):
                    st.caption("Found by search: here the beam's translation scores highest above greedy's.")
                    for number, example in enumerate(compared["examples"]):
                        st.button(
                            example["source"],
                            key=f"parted_{number}",
                            type="tertiary",
                            on_click=shell.choose,
                            args=(example["source"],),
                        )
        if translator.read(place.sentence).empty:
            st.info("Type an English sentence above: both searches appear here.", icon=":material/edit:")
            return
        found = tree.search(name, place.sentence, state.sensible_beam(beam), DEFAULT_ALPHA)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    component("watch/search/search.js")(data=tree.parcel(translator, found).packed(), key=KEY)
    if compared:
        st.subheader("On whole test sets", anchor=False)
        st.dataframe(score_table(compared), hide_index=True, width="stretch")
        st.caption(
            f"Beam {compared['beam']}, α = {compared['alpha']:g}. BLEU by sacreBLEU, cased and detokenised; "
            "times for one sentence alone."
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


shell.run_page(show)
