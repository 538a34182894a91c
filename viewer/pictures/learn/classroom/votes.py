"""A class votes on the case, beat by beat: on its phones, with the bars on the teacher's screen."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import streamlit as st

from viewer.app.page import Visit
from viewer.pictures.learn.classroom import member
from viewer.pictures.learn.classroom.store import CASE, store
from viewer.pictures.learn.classroom.teacher import REFRESH, current_lesson
from viewer.transport.component import component
from viewer.transport.payload import Payload


def in_class(payload: Callable[[Visit], Payload]) -> Callable[[Visit], Payload]:
    """A payload that says whether this visitor is a student whose class votes on it."""

    def made(visit: Visit) -> Payload:
        sent, found = payload(visit), None if visit.alone else member.current_member()
        return Payload({**sent.facts, "voting": bool(found and found.lesson.case)}, sent.tensors)

    return made


def draw_bars(_: Visit) -> None:
    """What a teacher's class votes now, if it votes on the case."""
    taught = current_lesson()
    if taught and taught[1].case:
        st.fragment(_draw_latest, run_every=REFRESH)()


def _draw_latest() -> None:
    token = str(st.session_state[member.TEACHER])
    given = [each for each in store().answers(token) if each.question.startswith(CASE)]
    groups: list[dict[str, Any]] = []
    if given:
        question = max(given, key=lambda each: each.at).question
        counts = Counter(each.written for each in given if each.question == question)
        bars = [{"name": name, "right": count, "wrong": None, "slip": ""} for name, count in counts.most_common()]
        groups = [{"about": f"Vote {question.rpartition('.')[2]} of 6: {counts.total()} votes", "bars": bars}]
    data = Payload({"students": len(store().students(token)), "open": 0, "groups": groups}).pack()
    component("pictures/learn/classroom/bars.js")(data=data, key="case_bars")
