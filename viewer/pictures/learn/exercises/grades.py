"""The exercises of a grade, a report of the answers, and a link for a class."""

import streamlit as st

from viewer.app import resources, state
from viewer.app.page import UnansweredError, Visit
from viewer.pictures.learn.exercises import sets
from viewer.pictures.learn.exercises.answers import Answer
from viewer.pictures.learn.exercises.asking import draw
from viewer.pictures.learn.exercises.exercise import Exercise
from viewer.pictures.learn.exercises.report import payload
from viewer.transport.component import component


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
    asked = _choose_set(of_grade)
    answers = [Answer.from_session(each, visit.model, visit.sentence) for each in asked]
    right, made = sum(answer.right for answer in answers), sum(answer.is_settled for answer in answers)
    st.progress(made / len(asked), f"{right} of {len(asked)} right · {made} answered")
    for number, answer in enumerate(answers, start=1):
        draw(number, answer, _address(visit.sentence))
    _for_class(visit.model, visit.sentence, grade, of_grade, answers)


def _address(sentence: str) -> dict[str, str]:
    """What an address needs for the same sentence and model."""
    chosen = st.session_state.get(state.MODEL)
    return {state.SENTENCE: sentence, **({state.MODEL: str(chosen)} if chosen else {})}


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


def _choose_set(of_grade: tuple[Exercise, ...]) -> tuple[Exercise, ...]:
    """The set that a class was given, if any; a button shows all."""
    if sets.SET in st.query_params:
        st.session_state[sets.KEPT_SET] = st.query_params[sets.SET]
    asked = sets.parse_set(str(st.session_state.get(sets.KEPT_SET, "")), of_grade)
    if len(asked) < len(of_grade):
        with st.container(horizontal=True, vertical_alignment="center", key="class_set"):
            st.caption(f"A set for your class: {len(asked)} of {len(of_grade)} exercises.")
            st.button(f"Show all {len(of_grade)}", type="tertiary", on_click=_show_all)
    return asked


def _show_all() -> None:
    st.session_state.pop(sets.KEPT_SET, None)
    st.query_params.pop(sets.SET, None)


def _for_class(
    name: str, sentence: str, grade: sets.Grade, of_grade: tuple[Exercise, ...], answers: list[Answer]
) -> None:
    """The report of the answers, and a link that gives a class this set."""
    titles = {each.slug: each.title for each in of_grade}
    asked = [answer.exercise.slug for answer in answers]
    st.subheader("Share or save", anchor=False)
    given = st.pills(
        "A link for your class opens these exercises, without answers, for the same sentence and model:",
        list(titles),
        default=asked,
        format_func=titles.__getitem__,
        selection_mode="multi",
        key=f"class_{grade.title}_{sets.SEPARATOR.join(asked)}",
    )
    link = {**_address(sentence), sets.GRADE: grade.title}
    if given and len(given) < len(titles):
        link[sets.SET] = sets.SEPARATOR.join(slug for slug in titles if slug in given)
    component("pictures/learn/exercises/share.js")(
        data=payload(name, sentence, grade.title, answers, link).pack(), key="share"
    )
