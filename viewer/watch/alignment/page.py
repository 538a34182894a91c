"""Alignment: which source word each word of the translation comes from, as cross-attention says."""

import json

import streamlit as st

from transformer import GlassformerError
from transformer.corpora.everyday import AlignedPair
from viewer.app import resources, shell
from viewer.watch.alignment import alignment
from viewer.watch.sentence_menu import sentence_menu
from viewer.widgets.component import component

KEY = "watch_alignment"
STORY = (
    "Nobody told the model which words belong together: its cross-attention learned to look at the right ones. "
    "Here each word of the translation is linked with the English word that counted most for it, by the method that "
    "links best. Compare the methods and the heads."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    shell.head("Alignment", STORY, place.head)
    with place.beside:
        shell.example_menu()
    name = resources.model_name()
    try:
        translator = resources.loaded(name)
        _offer(alignment.examples(translator))
        if translator.read(place.sentence).empty:
            st.info(
                "Type an English sentence above: its words are linked with the translation's here.",
                icon=":material/edit:",
            )
            return
        translation = alignment.aligned(name, place.sentence)
        data = alignment.payload(name, translator, place.sentence)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    component("watch/alignment/alignment.js")(data=data.packed(), key=KEY)
    st.download_button(
        "Download the whole decoding as JSON",
        lambda: json.dumps(translation.as_json(), ensure_ascii=False),
        file_name="glassformer-decoding.json",
        mime="application/json",
        icon=":material/download:",
        type="tertiary",
        on_click="ignore",
    )


def _offer(examples: list[AlignedPair]) -> None:
    if not examples:
        return
    sentence_menu(
        "Sentences whose alignment is known",
        "The everyday grammar writes English and French together, so it knows which words belong together. The model "
        "was not trained on these sentences; it is led through the grammar's French.",
        [example.source for example in examples],
        key="aligned_sentences",
        icon=":material/fact_check:",
    )


show()
