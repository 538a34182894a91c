"""Alignment: which source word each word of the translation comes from, as cross-attention shows."""

import streamlit as st

from viewer.app import resources
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.watch.alignment import alignment
from viewer.watch.alignment.texts import LOOK, STORY
from viewer.watch.json_download import json_download
from viewer.watch.sentence_menu import sentence_menu
from viewer.widgets.component import component


def show(name: str, sentence: str) -> None:
    """Draw the page below its head."""
    translator = resources.loaded(name)
    if known := alignment.examples(translator):
        with st.container(key="from_understand_aligned"):
            sentence_menu(
                "Sentences with a known alignment",
                "The everyday grammar writes English and French together, so it knows which words belong together. The "
                "model wasn’t trained on these sentences; here it’s forced through the grammar’s French.",
                [example.source for example in known],
                key="aligned_sentences",
                icon=":material/fact_check:",
            )
    if is_empty(translator, sentence, "its words are linked to the translation’s here."):
        return
    translation = alignment.aligned(name, sentence)
    if not translation.text.strip():
        st.info("The model translates this as nothing, so there are no words to align. Try another sentence.")
        return
    data = alignment.payload(name, translator, sentence)
    component("watch/alignment/alignment.js")(data=data.packed(), key="watch_alignment")
    with st.container(key="from_prove_download"):
        json_download(
            "Download the whole decoding as JSON",
            lambda: alignment.recorded(name, sentence).as_json(),
            "glassformer-decoding.json",
        )


sentence_page("Alignment", STORY, show, look=LOOK)
