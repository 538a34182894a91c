"""The class that a visitor is in. The session knows it, and the browser's tab beyond a reload."""

from dataclasses import dataclass

import streamlit as st

from viewer.learn.classroom.store import Lesson, store

CODE = "code"  # in the address
# In the session's state, under names that the tab keeps (viewer/widgets/answers.py): a student's secret name, and the
# token of a class that this visitor teaches. The tab would put back what was removed, so what is over says so.
STUDENT, TEACHER, OVER = "class_student", "class_teacher", "-"


@dataclass(frozen=True)
class Member:
    """A student in a class that is open.

    Attributes:
        code: of the class. nickname: empty where the student gave none.
    """

    code: str
    nickname: str
    lesson: Lesson


def joined() -> Member | None:
    """The student that this visitor is; None outside a class, or when it is over.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    secret = str(st.session_state.get(STUDENT, OVER))
    found = None if secret == OVER else store().student(secret)
    return Member(*found) if found else None


def join(code: str, nickname: str) -> None:
    """Let this visitor in.

    Raises:
        GlassformerError: if there is no such class, or it is full.
    """
    st.session_state[STUDENT] = store().join(code, nickname)


def leave() -> None:
    """Forget the class; what was answered stays with the teacher."""
    st.session_state[STUDENT] = OVER


def report_answer(question: str, answer: str, right: bool) -> None:
    """Send the teacher an answer to one of the class's questions; without a class this does nothing.

    The latest answer counts. A question that the class wasn't asked is left out.

    Args:
        question: `tour.3` for a stop of the tour, `0.pieces` for an exercise about the first sentence.
        answer: as the student gave it. right: whether it is.

    Raises:
        GlassformerError: if it can't be kept.
    """
    secret = str(st.session_state.get(STUDENT, OVER))
    if secret != OVER:
        store().answer(secret, question, answer, right)
