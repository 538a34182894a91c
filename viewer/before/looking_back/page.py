"""The first attention: Bahdanau's attention next to the Transformer's, and how one energy is computed."""

import streamlit as st

from transformer.decoding.strategies import Greedy
from viewer.app import resources, shell
from viewer.app.sentence_page import is_empty, sentence_page
from viewer.before import models
from viewer.before.looking_back import matrices
from viewer.before.looking_back.texts import LOOK, STORY
from viewer.watch.steps import branches, path
from viewer.watch.steps.player import payload as steps_payload
from viewer.widgets.component import component
from viewer.widgets.language import FRENCH, written_by

OF, BESIDE = "translation_of", "beside"  # in the address
KEY = "before_steps"


def show(chosen: str, sentence: str) -> None:
    """Draw the page below its head."""
    translator = models.recurrent(models.BAHDANAU, looks_back=True)
    opened = resources.loaded(chosen)
    models.check_source(opened)
    models.tell_other_language(opened)
    with st.container(key="from_understand_settings"):
        of, beside = _controls([models.SAME_TIME, *([chosen] if written_by(opened) == FRENCH else [])])
    if is_empty(translator, sentence, "two models will look at it here."):
        return
    with st.container(key="tall_looking_back"):
        data = matrices.payload(beside, of, sentence).packed()
        component("before/looking_back/looking_back.js")(data=data, key="before_looking_back")
    compared = {name: resources.opened(name) for name in dict.fromkeys((models.BAHDANAU, models.SAME_TIME, beside))}
    with st.container(key="from_prove_looking_back"):
        _error_rates(matrices.error_rates(compared))
        _player(sentence)


def _controls(others: list[str]) -> tuple[str, str]:
    """Choose whose translation both models follow, and which Transformer to compare with."""
    with st.container(horizontal=True, key="before_controls", vertical_alignment="bottom"):
        of = st.segmented_control(
            "Both follow the translation by",
            [models.BAHDANAU, models.SAME_TIME],
            default=models.BAHDANAU,
            format_func=models.title,
            key=OF,
            bind="query-params",
        )
        beside = st.segmented_control(
            "Compare with the Transformer",
            others,
            default=models.SAME_TIME,
            format_func=lambda name: "trained for as long" if name == models.SAME_TIME else "chosen above",
            key=BESIDE,
            bind="query-params",
        )
    return of or models.BAHDANAU, beside or models.SAME_TIME


def _error_rates(told: str) -> None:
    st.subheader("How well each aligns", anchor=False)
    if told:
        st.markdown(
            shell.plain(
                f"Alignment error rate on the everyday grammar, where the true links are known (0 is perfect): {told}."
            )
        )
    else:
        st.caption("No alignment error rates have been measured for these models.")


def _player(sentence: str) -> None:
    st.subheader("Step by step with Bahdanau’s attention", anchor=False)
    translator = models.recurrent(models.BAHDANAU, looks_back=True)
    found = branches.follow(models.BAHDANAU, sentence, Greedy(), "", path.taken((models.BAHDANAU, sentence)))
    path.remember(found.forks)
    if found.note:
        st.caption(shell.plain(found.note))
    component("watch/steps/steps.js")(
        data=steps_payload(translator, found, None).packed(),
        key=KEY,
        on_fork_change=lambda: path.take(KEY),
        on_back_change=lambda: path.go_back(KEY),
    )


sentence_page("The first attention", STORY, show, look=LOOK, own_models=True)
