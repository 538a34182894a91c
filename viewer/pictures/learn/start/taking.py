"""What a visitor does on the tour: hides a word, begins a training, guesses."""

import streamlit as st

from transformer.errors import GlassformerError
from transformer.training.live.settings import MAX_TYPED, TrainingSettings
from viewer.app import resources, shell
from viewer.app.belonging import is_current
from viewer.app.jobs import OF_TOUR, RUN, begin, jobs, mixture
from viewer.app.page import Visit
from viewer.pictures.learn.classroom import member
from viewer.pictures.learn.start.tour import payload
from viewer.transport.payload import Payload

STOP = "stop"  # in the address: the one that is shown, counted from 1
ASKED, HIDDEN, BEGIN = "tour_stop", "tour_hidden", "tour_begins_training"  # in the session's state
MINUTES = 1.0  # of the training


def tour_for(visit: Visit) -> Payload:
    """The tour of the sentence; without a server, no other word is hidden, and nothing is trained."""
    if visit.alone:
        return _without_server(payload(visit.model, visit.sentence))
    if st.session_state.pop(BEGIN, False):
        _train(visit.model, visit.sentence)
    if not is_current("tour_of", (visit.model, visit.sentence)):
        st.session_state.pop(HIDDEN, None)
    run = jobs().find(st.session_state.get(OF_TOUR, ""))
    if run is not None and run.settings.sentence != visit.sentence[:MAX_TYPED]:
        run = None
    return payload(
        visit.model,
        visit.sentence,
        st.session_state.get(HIDDEN),
        run,
        member.current_member() is not None,
        _current_stop(),
    )


def _without_server(made: Payload) -> Payload:
    tour = made.facts["tour"]
    stops = [each for each in tour["stops"] if each["slug"] != "train"]
    return Payload({**made.facts, "tour": {**tour, "stops": stops, "alone": True}}, made.tensors)


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


def begin_training(asked: object) -> None:
    """Begin a training in the run that follows."""
    st.session_state[BEGIN] = bool(asked)


def take_example(asked: object) -> None:
    """Go on with the first example."""
    if asked:
        shell.choose(next(iter(resources.examples()), ""))


def _train(name: str, sentence: str) -> None:
    """Begin a short training of this sentence, unless one goes on, and watch it on its page."""
    run = jobs().find(st.session_state.get(OF_TOUR, ""))
    try:
        if run is None or not run.report().state.active:
            settings = TrainingSettings(
                minutes=MINUTES,
                sentence=sentence[:MAX_TYPED],
                reference=resources.in_french(name, sentence),
                mixture=mixture(),
            )
            st.session_state[OF_TOUR] = begin(settings)[RUN]
    except GlassformerError as error:
        shell.problem(str(error))
        return
    # Without a query the address would be cleared, which is refused: the sentence's field is bound to it.
    st.switch_page(shell.link("training"), query_params={RUN: st.session_state[OF_TOUR]})
