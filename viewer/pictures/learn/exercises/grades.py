"""The exercises of a grade."""

import streamlit as st

from viewer.app import resources, state
from viewer.app.page import UnansweredError, Visit
from viewer.pictures.learn.exercises import sets
from viewer.pictures.learn.exercises.answers import Answer
from viewer.pictures.learn.exercises.asking import draw


def draw_exercises(visit: Visit) -> None:
    """Draw the exercises of the chosen grade, and what was answered.

    Raises:
        UnansweredError: if there is no sentence to ask about.
    """
    grade = _grade()
    st.caption(grade.story)
    of_grade = sets.exercises(visit.model, visit.sentence, grade.title)
    if not of_grade:
        raise UnansweredError(
            resources.language_read().of("Type an English sentence above; the questions will be about it.")
        )
    chosen = st.session_state.get(state.MODEL)
    address = {state.SENTENCE: visit.sentence, **({state.MODEL: str(chosen)} if chosen else {})}
    answers = [Answer.from_session(each, visit.model, visit.sentence) for each in of_grade]
    right, made = sum(answer.right for answer in answers), sum(answer.is_settled for answer in answers)
    st.progress(made / len(answers), f"{right} of {len(answers)} right · {made} answered")
    for number, answer in enumerate(answers, start=1):
        draw(number, answer, address)


def _grade() -> sets.Grade:
    """The address's, else the one chosen before: another page drops it from the address."""
    kept = st.session_state
    grade = sets.grade_called(st.query_params.get(sets.GRADE, kept.get(sets.KEPT_GRADE)))
    kept[sets.KEPT_GRADE] = kept[sets.GRADE] = grade.title
    st.segmented_control(
        "Grade",
        [each.title for each in sets.GRADES],
        required=True,
        key=sets.GRADE,
        on_change=_choose_grade,
        label_visibility="collapsed",
    )
    return grade


def _choose_grade() -> None:
    st.session_state[sets.KEPT_GRADE] = st.query_params[sets.GRADE] = st.session_state[sets.GRADE]
