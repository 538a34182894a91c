"""Alignment: which source word each word of the translation comes from, as cross-attention says."""

import json

import streamlit as st

from transformer import GlassformerError
from transformer.corpora.everyday import AlignedPair
from viewer import resources, shell
from viewer.component.component import component
from viewer.watch import alignment

KEY = "watch_alignment"
STORY = (
    "Nobody told the model which word translates which English one; its cross-attention learned to look there. "
    "Link each word of the translation with the English word it looked at most, and compare the heads."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    with place.head:
        shell.head("Alignment", STORY)
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
        data = alignment.parcel(name, translator, translation)
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
    with st.popover("Sentences whose alignment is known", icon=":material/fact_check:"):
        st.caption(
            "Held-out sentences of the everyday grammar, which derives both languages at once and so knows the "
            "links. The model is led through the grammar's translation."
        )
        for number, example in enumerate(examples):
            st.button(
                example.source,
                key=f"aligned_{number}",
                type="tertiary",
                on_click=shell.choose,
                args=(example.source,),
            )


shell.run_page(show)
