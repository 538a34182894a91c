"""What a visitor has asked of Remove a head: the changes to the heads that are compared."""

import streamlit as st

from viewer.app.on_request import must_wait
from viewer.app.page import Visit
from viewer.pictures.what_if.head_ablation.payload import payload
from viewer.transport.payload import Payload

CHANGE = "change"  # in the address
_ASKED = "heads_changed"  # in the session's state: how the browser asked to change the heads


def heads_of(visit: Visit) -> Payload:
    """The sentence without each head, for the changes that the visitor is looking at."""
    if visit.alone:
        return payload(visit.model, visit.sentence)
    asked = st.query_params.get(CHANGE, ""), st.session_state.get(_ASKED, "")  # the payload ignores unknown ones
    wait = must_wait(visit.model, "Translate without each head", visit.sentence)
    return payload(visit.model, visit.sentence, asked, wait)


def take_change(change: object) -> None:
    """Keep how the browser asked to change the heads."""
    st.session_state[_ASKED] = str(change)
