"""An exercise on its page."""

from collections.abc import Sequence
from typing import Any

import streamlit as st

from viewer.app import shell, state
from viewer.app.text_field import text_field
from viewer.pictures.learn.exercises.answers import Answer
from viewer.pictures.learn.exercises.exercise import LONGEST, Exercise
from viewer.transport.component import component
from viewer.transport.payload import Payload
from viewer.widgets.plain import as_is


def draw(number: int, answer: Answer, address: dict[str, str]) -> None:
    """Draw an exercise with a place for the answer, or with what was answered.

    Args:
        number: from 1. answer: with its exercise. address: what links to other pages hold.
    """
    exercise = answer.exercise
    with st.container(border=True, key=f"exercise_{exercise.slug}"):
        st.subheader(f"{number}. {exercise.title}", anchor=False)
        st.markdown(shell.plain(exercise.question))
        if exercise.given:
            given = (
                f"{shell.plain(name)} = **{shell.plain(value)}**" for name, value in exercise.given_in_words.items()
            )
            st.markdown(" &ensp; ".join(given))
        if exercise.pictures:
            picture = exercise.pictures[answer.is_settled]
            component("pictures/learn/exercises/options.js")(data=picture.pack(), key=f"{answer.field}_picture")
        if answer.is_settled:
            _verdict(answer, address)
        else:
            _ask(answer)
            _help(answer)


def _ask(answer: Answer) -> None:
    exercise = answer.exercise
    if exercise.shares:
        _draw_options(exercise, answer.field, [], on_chosen_change=answer.take)
    elif exercise.options:
        st.radio(
            shell.plain(exercise.question),
            exercise.options,
            index=None,
            format_func=as_is,
            key=answer.field,
            on_change=answer.take,
            horizontal=True,
            label_visibility="collapsed",
        )
    else:
        text_field(
            answer.field_label,
            answer.written,
            key=answer.field,
            longest=LONGEST,
            on_change=answer.take,
            placeholder="a number",
            width=300,
        )


def _draw_options(exercise: Exercise, key: str, shares: Sequence[float], **answering: Any) -> None:
    """The options as chips to tap, and how near each was once the answer is known."""
    facts = {"options": exercise.options, "shares": shares, "right": exercise.solution if shares else ""}
    component("pictures/learn/exercises/options.js")(data=Payload(facts).pack(), key=key, **answering)


def _help(answer: Answer) -> None:
    if answer.written:
        st.caption(answer.complaint)
    with st.container(horizontal=True, vertical_alignment="center"):
        with st.popover("Hint", type="tertiary", icon=":material/lightbulb:"):
            st.markdown(shell.plain(answer.exercise.hint))
        st.button("Show the answer", key=f"show_{answer.field}", type="tertiary", on_click=answer.give_up)


def _verdict(answer: Answer, address: dict[str, str]) -> None:
    exercise = answer.exercise
    told = shell.plain(f"{answer.verdict} {exercise.told}".strip())
    (st.success if answer.right else st.info)(told, icon=":material/check:" if answer.right else ":material/lightbulb:")
    if exercise.shares:
        _draw_options(exercise, f"{answer.field}_bars", exercise.shares)
    focus = {state.FOCUS: exercise.focus} if exercise.focus else {}
    st.page_link(
        shell.link(exercise.page),
        label="See it there",
        icon=":material/arrow_outward:",
        query_params={**address, **focus, state.DEPTH: "look" if exercise.options else "prove"},
    )
