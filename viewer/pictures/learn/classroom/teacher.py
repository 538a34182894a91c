"""The teacher's side of a class: open it, show its code, watch the answers come in, save them, close it."""

from collections import Counter
from datetime import datetime
from threading import Timer
from urllib.parse import urlencode

import segno
import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell, state
from viewer.pictures.learn.classroom import admission, member
from viewer.pictures.learn.classroom.codes import format_code
from viewer.pictures.learn.classroom.network import find_class_address
from viewer.pictures.learn.classroom.questions import all_titles, in_words, model_path, offer_case
from viewer.pictures.learn.classroom.store import (
    DAY,
    DEPTHS,
    LONGEST_SENTENCE,
    MOST_EXERCISES,
    MOST_SENTENCES,
    STOPS,
    ClassWork,
    store,
)
from viewer.transport.component import component
from viewer.transport.payload import Payload

TOKEN = "mine"  # in the address of a teacher's own link
REFRESH = 2.0  # seconds
USUAL = ("pieces", "reads", "looks", "next")  # exercises that are chosen at first
# In the session's state.
_SETTING_UP, _TROUBLE = "setup_open", "setup_trouble"
_SENTENCES, _EXERCISES, _STOPS, _DEPTH = "setup_sentences", "setup_exercises", "setup_stops", "setup_depth"
_CASE = "setup_case"
_ANSWERS = "class_answers"


def panel() -> None:
    """Draw the teacher's class, or the way to open one."""
    if TOKEN in st.query_params:  # out of the address at once: a projector shows it
        st.session_state[member.TEACHER] = st.query_params.pop(TOKEN)
    try:
        found = current_lesson()
        with st.container(key="class_open" if found else "teacher_offer"):
            st.subheader("Your class", anchor=False)
            if found:
                _console(*found)
            else:
                _offer()
    except GlassformerError as error:
        shell.problem(str(error))


def current_lesson() -> tuple[str, ClassWork] | None:
    """The code and the lesson of the class that this visitor teaches.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    return None if _token() == member.OVER else store().find_lesson(_token())


def _token() -> str:
    return str(st.session_state.get(member.TEACHER, member.OVER))


def _offer() -> None:
    if message := st.session_state.pop(_TROUBLE, ""):
        shell.problem(message)
    st.markdown(
        "Open a class to collect answers: your students join with a code, without an account, and you see a bar for "
        "each question. Everything is deleted when you close the class, or after a day."
    )
    if not st.session_state.get(_SETTING_UP):
        st.button("Set up a class", type="primary", on_click=st.session_state.update, args=({_SETTING_UP: True},))
        return
    titles = all_titles(resources.model_name(), state.DEFAULT_SENTENCE)
    with st.form("open_class"):
        st.text_area(
            f"Your sentences, one per line, up to {MOST_SENTENCES}", "\n".join(resources.examples()[:3]), key=_SENTENCES
        )
        st.multiselect(
            "Exercises about each sentence",
            list(titles),
            [each for each in USUAL if each in titles],
            format_func=titles.__getitem__,
            key=_EXERCISES,
            max_selections=MOST_EXERCISES,
        )
        st.pills("Stops of the tour", STOPS, selection_mode="multi", key=_STOPS)
        st.checkbox("Votes on the case of “la”, before each of its steps", key=_CASE)
        st.segmented_control(
            "Depth of the pages", DEPTHS, default=DEPTHS[0], format_func=str.capitalize, required=True, key=_DEPTH
        )
        st.form_submit_button("Open the class", type="primary", on_click=_open)


def _open() -> None:
    kept = st.session_state
    names = resources.offered_models()
    model = next((name for name, path in names.items() if path == resources.model_name()), next(iter(names)))
    sentences = str(kept.get(_SENTENCES, "")).splitlines()
    exercises, stops = (tuple(kept.get(name, ())) for name in (_EXERCISES, _STOPS))
    lesson = ClassWork(tuple(sentences), exercises, stops, str(kept.get(_DEPTH)), model, bool(kept.get(_CASE)))
    given = [each for each in sentences if each.strip()]
    if not given:
        kept[_TROUBLE] = "A class needs a sentence: write at least one."
    elif len(given) > MOST_SENTENCES:
        kept[_TROUBLE] = f"A class takes at most {MOST_SENTENCES} sentences, and these are {len(given)}."
    elif max(map(len, given)) > LONGEST_SENTENCE:
        kept[_TROUBLE] = f"A sentence can have at most {LONGEST_SENTENCE} characters: shorten the longest."
    elif not lesson.questions:
        kept[_TROUBLE] = "A class needs a question: choose an exercise, a stop of the tour or the case."
    else:
        try:
            _, kept[member.TEACHER] = store().open(lesson)
        except GlassformerError as error:
            kept[_TROUBLE] = str(error)
            return
        kept.pop(_SETTING_UP, None)
        timer = Timer(DAY + 1, store().sweep)
        timer.daemon = True
        timer.start()


def _console(code: str, lesson: ClassWork) -> None:
    titles = _titles(lesson)
    component("pictures/learn/classroom/invitation.js")(data=invitation(code).pack(), key="class_invitation")
    if lesson.case:
        offer_case(lesson.model, "Project the case: each vote comes before its step")
    st.fragment(_results, run_every=REFRESH)(code, lesson, titles)
    asked = st.session_state[_ANSWERS].wanted if _ANSWERS in st.session_state else None
    component("pictures/learn/classroom/answers.js", '<div class="walk learn flow"></div>')(
        data=build_answers_file(lesson, titles, f"class-{code}.csv", asked).pack(),
        key=_ANSWERS,
        on_wanted_change=lambda: None,
    )
    with st.container(horizontal=True, vertical_alignment="center", key="class_tools"):
        admission.switch(_token())
        with st.popover("Close the class"):
            st.markdown("This deletes the class and all its answers.")
            st.button("Close and delete", type="primary", on_click=_close)
    admission.register(_token())


def _titles(lesson: ClassWork) -> dict[str, str]:
    """The exercises' titles; where the class's model is gone, those of another model, or none."""
    try:
        return all_titles(model_path(lesson.model), lesson.sentences[0])
    except GlassformerError as error:
        shell.problem(f"{error} You can still download the answers and close the class.")
    try:
        return all_titles(resources.model_name(), state.DEFAULT_SENTENCE)
    except GlassformerError:
        return {}


def _close() -> None:
    store().close(_token())
    st.session_state[member.TEACHER] = member.OVER


def _results(code: str, lesson: ClassWork, titles: dict[str, str]) -> None:
    try:
        if current_lesson() != (code, lesson):
            st.rerun()  # it was closed in another tab, or is a day old
        component("pictures/learn/classroom/bars.js")(data=results(lesson, titles).pack(), key="class_bars")
    except GlassformerError as error:
        shell.problem(str(error))


def invitation(code: str) -> Payload:
    """What the class needs to come in."""
    url = (st.context.url or "http://localhost:8501").rstrip("/").removesuffix("/teach")
    found = find_class_address(url, [str(each) for each in st.get_option("server.allowedHosts") or ()])
    typed = f"{found.address}classroom"
    link = f"{typed}?{urlencode({member.CODE: code})}"
    own = f"teach?{urlencode({TOKEN: _token()})}"
    rows = ["".join(map(str, row)) for row in segno.make(link, error="m", micro=False).matrix]
    about = {"warning": found.warning, "hint": found.hint}
    return Payload({"code": format_code(code), "typed": typed, "link": link, "own": own, "rows": rows, **about})


def results(lesson: ClassWork, titles: dict[str, str]) -> Payload:
    """How many students came, and a bar for each question that has an answer.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    answers = store().answers(_token())
    groups: dict[str, list[dict[str, object]]] = {}
    for question in lesson.questions:
        if given := [each for each in answers if each.question == question]:
            about, name = in_words(question, lesson, titles)
            wrong = Counter(each.written for each in given if not each.right)
            slip = wrong.most_common(1)[0][0] if wrong else ""
            bar = {"name": name, "right": len(given) - wrong.total(), "wrong": wrong.total(), "slip": slip}
            groups.setdefault(about, []).append(bar)
    shown = [{"about": about, "bars": bars} for about, bars in groups.items()]
    silent = len(lesson.questions) - sum(map(len, groups.values()))
    return Payload({"students": len(store().students(_token())), "open": silent, "groups": shown})


def build_answers_file(lesson: ClassWork, titles: dict[str, str], file: str, asked: int | None) -> Payload:
    """The file with all answers, which are left out unless they are asked for.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    return Payload({"file": file, "asked": asked, "lines": answers_table(lesson, titles) if asked else []})


def answers_table(lesson: ClassWork, titles: dict[str, str]) -> list[list[str | int]]:
    """All answers, one per line, under a header.

    Raises:
        GlassformerError: if the classes can't be read.
    """
    lines: list[list[str | int]] = [["student", "nickname", "about", "question", "answer", "right", "time"]]
    for each in store().answers(_token()):
        at = datetime.fromtimestamp(each.at).astimezone().isoformat(timespec="seconds")
        about, question = in_words(each.question, lesson, titles)
        lines.append([each.student, each.nickname, about, question, each.written, "yes" if each.right else "no", at])
    return lines
