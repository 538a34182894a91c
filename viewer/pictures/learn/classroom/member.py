"""The class that a visitor is in. The session knows it, and the browser's tab beyond a reload."""

from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

from transformer import GlassformerError
from viewer.pictures.learn.classroom.codes import way_back
from viewer.pictures.learn.classroom.store import ClassWork, store
from viewer.widgets.answers import PERSON

CODE = "code"  # in the address
# In the session's state, under names that the tab keeps (viewer/widgets/answers.py): a student's secret name, and the
# token of a class that this visitor teaches. The tab would put back what was removed, so what is over says so.
STUDENT, TEACHER, OVER = PERSON, "class_teacher", "-"


@dataclass(frozen=True)
class Member:
    """A student in a class that is open.

    Attributes:
        code: of the class. nickname: empty where the student gave none. way_back: the code to come back.
    """

    code: str
    nickname: str
    lesson: ClassWork
    way_back: str


def current_member() -> Member | None:
    """The student that this visitor is; None outside a class, or when it is over.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    found = store().student(_secret()) if has_joined() else None
    return Member(*found, way_back(_secret())) if found else None


def has_joined() -> bool:
    """Whether this visitor has joined a class, be it over or not."""
    return _secret() != OVER


def join(code: str, nickname: str) -> None:
    """Let this visitor in, as the student whose code to come back this is, or as a new one.

    Raises:
        GlassformerError: if there is no such class, or it takes no more.
    """
    _change_places(store().come_back(code) or store().join(code, nickname, str(st.context.ip_address)))


def leave() -> None:
    """Forget the student; what was answered stays with the teacher."""
    _change_places(OVER)


def _change_places(student: str) -> None:
    """Forget all that this visit has of whoever was here before, as the browser does too (viewer/app/typed.js).

    A teacher's class stays: a teacher may try out what students see.
    """
    kept = st.session_state
    stays = {TEACHER: kept[TEACHER]} if TEACHER in kept else {}
    kept.clear()
    kept.update({STUDENT: student, **stays})


def read_answers() -> dict[str, str]:
    """What this student has answered, by question, as the teacher has it.

    Raises:
        GlassformerError: if it can't be read.
    """
    return store().read_answers(_secret())


def report_answer(question: str, answer: str, right: bool) -> None:
    """Send the teacher an answer to one of the class's questions; without a class this does nothing.

    The latest answer counts. A question that the class wasn't asked is left out.

    Args:
        question: `tour.3` for a stop of the tour, `0.pieces` for an exercise about the first sentence.
        answer: as the student gave it. right: whether it is.

    Raises:
        GlassformerError: if it can't be kept.
    """
    if has_joined():
        store().answer(_secret(), question, answer, right)


def report_guess(about: str, guessed: object) -> None:
    """Send a class's teacher what the browser says was guessed at a stop of the tour or a step of the case."""
    if isinstance(guessed, dict):
        with suppress(GlassformerError):  # the guess is kept, and the page of the class says what is wrong
            written, right = str(guessed.get("guess", "")), guessed.get("right") is True
            report_answer(f"{about}.{guessed.get('stop')}", written, right)


def _secret() -> str:
    return str(st.session_state.get(STUDENT, OVER))
