"""What the front page has around its picture: examples, a whole text, and ways on."""

from dataclasses import replace

import streamlit as st

from viewer.app import resources, shell
from viewer.app.page import Visit
from viewer.pictures.watch.json_download import json_download
from viewer.widgets.plain import as_is

FIRST_EXAMPLES = 3  # the others are in the menu


def offer_examples(visit: Visit) -> None:
    """Offer the tour beside the name, and the first examples below the sentence's field."""
    with shell.sentence_place().head:
        st.page_link(shell.link("start"), label="Take the tour", icon=":material/school:")
    with shell.sentence_place().below:
        shell.examples(FIRST_EXAMPLES)


def draw_whole_text(visit: Visit) -> None:
    """Draw the translation of a text of several sentences; the picture below shows one of them."""
    if len(visit.sentences) == 1:
        return
    translations = resources.whole_text(visit.model, visit.sentences)
    with st.container(border=True, key="whole_text"):
        st.caption("The whole text, translated by beam search")
        st.markdown(as_is(" ".join(translations)))


def offer_ways_on(visit: Visit) -> None:
    """Say where to go from here, and offer what can be saved."""
    st.page_link(shell.link("embedding"), label="See how it got there", icon=":material/account_tree:")
    st.page_link(shell.link("steps"), label="Watch it decode, token by token", icon=":material/play_circle:")
    st.page_link(shell.link("search"), label="Compare greedy decoding with beam search", icon=":material/alt_route:")
    json_download(
        "Download this as JSON",
        lambda: replace(resources.beam_search(visit.model, visit.sentence)).as_json(),  # its trace is not kept
        "glassformer-translation.json",
        "Every token with its probability and the most probable others, alignment and all cross-attention.",
    )
