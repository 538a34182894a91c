"""What a visitor does on the tour: hides a word, asks for a stop, guesses."""

import streamlit as st

from viewer.app.belonging import is_current
from viewer.app.page import Visit
from viewer.pictures.learn.classroom import member
from viewer.pictures.learn.start.tour import payload
from viewer.transport.payload import Payload

STOP = "stop"  # in the address: the one that is shown, counted from 1
ASKED, HIDDEN = "tour_stop", "tour_hidden"  # in the session's state


def tour_for(visit: Visit) -> Payload:
    """The tour of the sentence; without a server, no other word is hidden."""
    if visit.alone:
        made = payload(visit.model, visit.sentence)
        return Payload({**made.facts, "tour": {**made.facts["tour"], "alone": True}}, made.tensors)
    if not is_current("tour_of", (visit.model, visit.sentence)):
        st.session_state.pop(HIDDEN, None)
    hidden, taught = st.session_state.get(HIDDEN), member.current_member() is not None
    return payload(visit.model, visit.sentence, hidden, taught, _current_stop())


def _current_stop() -> int:
    """The stop that is shown, from 0: the one that the browser has just asked for, or the one in the address."""
    asked, at = st.session_state.pop(ASKED, None), st.query_params.get(STOP, "")
    if isinstance(asked, int):
        return asked
    return int(at) - 1 if len(at) == 1 and at in "123456789" else 0


def ask_for_stop(asked: object) -> None:
    """Work out the stop that the browser shows."""
    st.session_state[ASKED] = asked


def hide(word: object) -> None:
    """Hide a word in the picture, or none."""
    st.session_state[HIDDEN] = word if isinstance(word, int) else None
