"""Remove a head: each head of the model changed in turn, and more and more of them removed."""

import streamlit as st

from transformer import count_parameters
from viewer.app import resources
from viewer.app.pinned import pin
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.what_if.head_ablation.payload import payload
from viewer.what_if.head_ablation.texts import LOOK, STORY
from viewer.widgets import head_roles
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
    data = payload(name, sentence, asked, _is_to_wait(name, sentence)).packed()
    component("what_if/head_ablation/heads.js")(data=data, key=KEY, on_change_change=_take)


def _is_to_wait(name: str, sentence: str) -> bool:
    """Whether a large model should not translate without each head until a button is pressed; it is drawn if so."""
    if count_parameters(resources.loaded(name).model)["total"] <= head_roles.LARGEST_AT_ONCE:
        return False
    key = f"translate_without_heads {name} {sentence}"
    if not st.session_state.get(f"{key} pressed"):
        st.button(
            "Translate without each head",
            icon=":material/hourglass_top:",
            key=key,
            on_click=lambda: st.session_state.update({f"{key} pressed": True}),
        )
    return not st.session_state.get(f"{key} pressed")


def _take() -> None:
    st.session_state[_ASKED] = str(st.session_state[KEY].change)


sentence_page("Remove a head", STORY, show, look=LOOK)
