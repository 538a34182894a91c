"""The tour: eight stops on the picture of the whole model, a guess at each before its answer."""

from contextlib import suppress

import streamlit as st

from transformer.errors import GlassformerError
from transformer.training.live.settings import MAX_TYPED, TrainingSettings
from viewer.app import resources, shell
from viewer.app.jobs import OF_TOUR, RUN, jobs, mixture
from viewer.app.pages import page_file
from viewer.app.sentence_page import belongs_still, is_empty, sentence_page
from viewer.learn.classroom import member
from viewer.learn.classroom.store import TOUR
from viewer.learn.start.tour import payload
from viewer.widgets.component import component

STOP = "stop"  # in the address: the one that is shown, counted from 1
# In the session's state.
KEY, ASKED, HIDDEN, BEGIN = "tour", "tour_stop", "tour_hidden", "tour_begins_training"
STORY = "What happens inside a Transformer, with your own sentence. Guess first, then look."
MINUTES = 1.0  # of the training


def show(name: str, sentence: str) -> None:
    """Draw the page below its head."""
    if is_empty(resources.loaded(name), sentence, "the tour is about it."):
        return
    if st.session_state.pop(BEGIN, False):
        _train(name, sentence)
    if not belongs_still("tour_of", (name, sentence)):
        st.session_state.pop(HIDDEN, None)
    run = jobs().find(st.session_state.get(OF_TOUR, ""))
    if run is not None and run.settings.sentence != sentence[:MAX_TYPED]:
        run = None
    data = payload(name, sentence, st.session_state.get(HIDDEN), run, member.joined() is not None, _shown())
    component("learn/start/tour.js")(
        data=data.packed(),
        key=KEY,
        on_stop_change=_ask_for_stop,
        on_hide_change=_hide,
        on_train_change=_begin,
        on_example_change=_example,
        on_guessed_change=_report,
    )


def _shown() -> int:
    """The stop that is shown, from 0: the one that the browser has just asked for, or the one in the address."""
    asked, at = st.session_state.pop(ASKED, None), st.query_params.get(STOP, "")
    if isinstance(asked, int):
        return asked
    return int(at) - 1 if len(at) == 1 and at in "123456789" else 0


def _ask_for_stop() -> None:
    st.session_state[ASKED] = st.session_state[KEY].stop


def _hide() -> None:
    word = st.session_state[KEY].hide
    st.session_state[HIDDEN] = word if isinstance(word, int) else None


def _begin() -> None:
    st.session_state[BEGIN] = bool(st.session_state[KEY].train)


def _report() -> None:
    """Send a class's teacher what was guessed."""
    guessed = st.session_state[KEY].guessed
    if isinstance(guessed, dict):
        with suppress(GlassformerError):  # the guess is kept, and the page of the class says what is wrong
            written, right = str(guessed.get("guess", "")), guessed.get("right") is True
            member.report_answer(f"{TOUR}.{guessed.get('stop')}", written, right)


def _example() -> None:
    if st.session_state[KEY].example:
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
            begun = jobs().start(settings, st.session_state.get(RUN, ""))
            st.session_state[RUN] = st.session_state[OF_TOUR] = begun
    except GlassformerError as error:
        shell.problem(str(error))
        return
    # Without a query the address would be cleared, which is refused: the sentence's field is bound to it.
    st.switch_page(page_file("training"), query_params={RUN: st.session_state[OF_TOUR]})


sentence_page("Tour", STORY, show)
