"""Looking back: Bahdanau's attention beside the Transformer's, and how one energy comes about."""

import streamlit as st

from transformer import GlassformerError
from transformer.decoding.strategies import Greedy
from viewer.app import resources, shell
from viewer.before import models
from viewer.before.looking_back import matrices
from viewer.watch.steps import path, roads
from viewer.watch.steps.player import payload as steps_payload
from viewer.widgets.component import component
from viewer.widgets.language import FRENCH, written_by

OF, BESIDE = "translation_of", "beside"  # in the address
KEY = "before_steps"
STORY = (
    "Bahdanau, Cho and Bengio (2014) let the decoder look back: before each word it compares its state with the state "
    "of every English word, and takes a mean of those states, weighted by how well they fit. That was the first "
    "attention. Here it stands beside the Transformer’s, on one and the same translation."
)


def show() -> None:
    """Draw the page."""
    place = shell.sentence_place()
    shell.head("Looking back", STORY, place.head)
    with place.beside:
        shell.example_menu()
    try:
        chosen = resources.loaded(resources.model_name())
        translator = models.recurrent(models.BAHDANAU, looks_back=True)
        others = [models.SAME_TIME, *([resources.model_name()] if written_by(chosen) == FRENCH else [])]
        if note := models.other_language(chosen):
            st.caption(shell.plain(note))
        of, beside = _controls(others)
        if translator.read(place.sentence).empty:
            st.info("Type an English sentence above: two models look at it here.", icon=":material/edit:")
            return
        data = matrices.payload(beside, of, place.sentence)
        with st.container(key="tall_looking_back"):
            component("before/looking_back/looking_back.js")(data=data.packed(), key="before_looking_back")
        compared = {name: resources.opened(name) for name in dict.fromkeys((models.BAHDANAU, models.SAME_TIME, beside))}
        _error_rates(matrices.error_rates(compared))
        _player(place.sentence)
    except GlassformerError as error:
        shell.problem(str(error))


def _controls(others: list[str]) -> tuple[str, str]:
    """Whose translation both are led through, and which Transformer stands beside Bahdanau's model."""
    with st.container(horizontal=True, key="before_controls", vertical_alignment="bottom"):
        of = st.segmented_control(
            "Both are led through the translation of",
            [models.BAHDANAU, models.SAME_TIME],
            default=models.BAHDANAU,
            format_func=models.title,
            key=OF,
            bind="query-params",
        )
        beside = st.segmented_control(
            "The Transformer beside it",
            others,
            default=models.SAME_TIME,
            format_func=lambda name: "trained as long" if name == models.SAME_TIME else "the one chosen above",
            key=BESIDE,
            bind="query-params",
        )
    return of or models.BAHDANAU, beside or models.SAME_TIME


def _error_rates(told: str) -> None:
    st.subheader("How well each aligns", anchor=False)
    if told:
        st.markdown(
            shell.plain(
                f"Alignment error rate on the everyday grammar, which knows the true links (0 is perfect): {told}."
            )
        )
    else:
        st.caption("The alignment error rates of these models have not been measured.")


def _player(sentence: str) -> None:
    st.subheader("Step by step with Bahdanau’s attention", anchor=False)
    translator = models.recurrent(models.BAHDANAU, looks_back=True)
    journey = roads.follow(models.BAHDANAU, sentence, Greedy(), "", path.taken((models.BAHDANAU, sentence)))
    path.remember(journey.forks)
    if journey.note:
        st.caption(shell.plain(journey.note))
    component("watch/steps/steps.js")(
        data=steps_payload(translator, journey, None).packed(),
        key=KEY,
        on_fork_change=lambda: path.take(KEY),
        on_back_change=lambda: path.go_back(KEY),
    )


show()
