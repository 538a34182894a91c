"""Remove a head: each head of the model changed in turn, and more and more of them removed."""

import streamlit as st

from viewer.app import resources
from viewer.app.on_request import is_to_wait
from viewer.app.pinned import pin
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.what_if.head_ablation.payload import payload
from viewer.what_if.head_ablation.texts import LOOK, STORY
from viewer.widgets.component import component

KEY = "what_if_heads"
CHANGE = "change"  # in the address
_ASKED = "heads_changed"  # in the session's state: how the browser asked to change the heads


def show(name: str, sentence: str) -> None:
    """Draw the page below its head."""
    pin.tell(**pin.GREEDY)
    if is_empty(resources.loaded(name), sentence, "its translations without each head appear here."):
        return
    # The changes that the visitor is looking at; the payload ignores unknown ones.
    asked = st.query_params.get(CHANGE, ""), st.session_state.get(_ASKED, "")
    data = payload(name, sentence, asked, is_to_wait(name, "Translate without each head", sentence)).packed()
    component("what_if/head_ablation/heads.js")(data=data, key=KEY, on_change_change=_take)


def _take() -> None:
    st.session_state[_ASKED] = str(st.session_state[KEY].change)


sentence_page("Remove a head", STORY, show, look=LOOK)
