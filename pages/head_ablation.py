"""Without a head: each head of the model changed in turn, and ever more of them removed."""

import streamlit as st

from transformer import GlassformerError
from viewer import resources, shell
from viewer.component.component import component
from viewer.what_if.heads.parcel import parcel

KEY = "what_if_heads"
STORY = (
    "Take one head out of the model and translate again: which words change, and how much worse does the model become? "
    "Each cell is one head. Point at it to read both translations, click to keep it."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    with place.head:
        shell.head("Without a head", STORY)
    with place.beside:
        shell.example_menu()
    name = resources.model_name()
    try:
        if resources.loaded(name).read(place.sentence).empty:
            st.info(
                "Type an English sentence above: its translations without each head appear here.",
                icon=":material/edit:",
            )
            return
        data = parcel(name, place.sentence).packed()
    except GlassformerError as error:
        shell.problem(str(error))
        return
    component("what_if/heads/heads.js")(data=data, key=KEY)


shell.run_page(show)
