"""Without a head: each head of the model changed in turn, and ever more of them removed."""

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell
from viewer.app.pinned import pin
from viewer.what_if.head_ablation.payload import payload
from viewer.widgets.component import component

KEY = "what_if_heads"
CHANGE = "change"  # in the address
_ASKED = "heads_changed"  # in the session's state: how the browser asked to change the heads
STORY = (
    "Take one head out of the model and translate again: which words change, and how much worse does the model become? "
    "Each cell is one head. Point at it to read both translations, click to keep it."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    shell.head("Without a head", STORY, place.head)
    with place.beside:
        shell.example_menu()
    pin.tell(**pin.GREEDY)
    name = resources.model_name()
    try:
        if resources.loaded(name).read(place.sentence).empty:
            st.info(
                "Type an English sentence above: its translations without each head appear here.",
                icon=":material/edit:",
            )
            return
        data = payload(name, place.sentence, _asked()).packed()
    except GlassformerError as error:
        shell.problem(str(error))
        return
    component("what_if/head_ablation/heads.js")(data=data, key=KEY, on_change_change=_take)


def _asked() -> tuple[str, ...]:
    """The changes that the visitor looks at; whatever else stands there is none that the payload knows."""
    return st.query_params.get(CHANGE, ""), st.session_state.get(_ASKED, "")


def _take() -> None:
    st.session_state[_ASKED] = str(st.session_state[KEY].change)


show()
