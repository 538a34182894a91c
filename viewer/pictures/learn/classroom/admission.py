"""Who is in a class: the teacher lets students in, back in, or out."""

import streamlit as st

from viewer.pictures.learn.classroom.codes import format_code, isolate_direction
from viewer.pictures.learn.classroom.store import Student, store

# In the session's state.
_OPEN, _CHOSEN = "door_open", "students_chosen"


def switch(token: str) -> None:
    """Draw the switch that lets new students in.

    Args: token: the teacher's.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    st.session_state[_OPEN] = not store().is_locked(token)
    st.toggle("Let new students in", key=_OPEN, on_change=_lock, args=(token,))


def register(token: str) -> None:
    """Draw a list of students, folded: a projector need not show it.

    Args: token: the teacher's.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    with st.expander("Students", key="class_students", on_change="rerun"):  # who has come since is in the list
        students = {each.number: each for each in store().students(token)}
        chosen = st.multiselect(
            "Students",
            list(students),
            format_func=lambda number: _in_words(students[number]),
            key=_CHOSEN,
            placeholder="Choose whom to remove, or one to let back in",
            filter_mode="contains",
            label_visibility="collapsed",
        )
        if len(chosen) == 1:
            back = format_code(students[chosen[0]].way_back)
            st.markdown(f"To come back on another device, this student joins with **{back}**. It works once.")
        st.button("Remove them, with their answers", disabled=not chosen, on_click=_remove, args=(token,))


def _in_words(student: Student) -> str:
    answers = {0: "no answers", 1: "1 answer"}.get(student.answers, f"{student.answers} answers")
    return " · ".join(
        filter(None, (str(student.number), student.nickname and isolate_direction(student.nickname), answers))
    )


def _lock(token: str) -> None:
    store().lock(token, not st.session_state[_OPEN])


def _remove(token: str) -> None:
    store().remove(token, st.session_state[_CHOSEN])
    st.session_state[_CHOSEN] = []
