"""What students of a class see: its sentences, its part of the tour and its exercises."""

import streamlit as st

from transformer import GlassformerError
from viewer.app import shell, state
from viewer.app.pages import page_file
from viewer.app.text_field import text_field
from viewer.learn.classroom import member
from viewer.learn.classroom.questions import exercises_about, model_path, spaced, stops_in_words
from viewer.learn.classroom.store import LONGEST_NICKNAME, Lesson, store, tidy
from viewer.learn.exercises.answers import Answer
from viewer.learn.exercises.asking import draw

STORY = "Answer your teacher’s questions here. Your answers go to your teacher, and are deleted within a day."
GAVE_UP = "(looked it up)"
# In the session's state; the last has what the teacher knows, by question.
_CODE, _NICKNAME, _TROUBLE, _SENT = "join_code", "join_nickname", "join_trouble", "answers_sent"


def show() -> None:
    """Draw the page."""
    shell.head("Join a class", STORY)
    try:
        found = member.joined()
        asked = tidy(st.query_params.get(member.CODE, ""))
        if found is None or (asked and asked != found.code):
            _ask(asked)
        else:
            st.query_params[member.CODE] = found.code
            _work(found)
    except GlassformerError as error:
        shell.problem(str(error))


def _ask(code: str) -> None:
    if message := st.session_state.pop(_TROUBLE, ""):
        shell.problem(message)
    elif st.session_state.get(member.STUDENT, member.OVER) != member.OVER and not code:
        st.info("Your class is over; its answers have been deleted.", icon=":material/check:")
    if code and store().lesson(code) is None:
        shell.problem(f"There is no class {spaced(code)}, or it is over. Check the code with your teacher.")
        code = ""
    with st.form("join_class", width=420):
        if code:
            st.markdown(f"Class **{shell.plain(spaced(code))}**")
            st.session_state[_CODE] = code
        else:
            text_field("Class code", key=_CODE, longest=20, placeholder="such as KTM 4RX")
        text_field("Nickname, if you like", key=_NICKNAME, longest=LONGEST_NICKNAME)
        st.form_submit_button("Join", type="primary", on_click=_join)


def _join() -> None:
    kept = st.session_state
    try:
        member.join(str(kept.get(_CODE, "")), str(kept.get(_NICKNAME, "")))
        st.query_params.pop(member.CODE, None)
        kept.pop(_SENT, None)
    except GlassformerError as error:
        kept[_TROUBLE] = str(error)


def _work(found: member.Member) -> None:
    lesson = found.lesson
    with st.container(horizontal=True, vertical_alignment="center", key="class_head"):
        who = f" · {found.nickname}" if found.nickname else ""
        st.caption(shell.plain(f"Class {spaced(found.code)}{who}"))
        st.button("Leave", type="tertiary", on_click=member.leave)
    if lesson.stops:
        st.page_link(
            page_file("start"),
            label=f"Take the tour: {stops_in_words(lesson.stops)}",
            icon=":material/arrow_outward:",
            query_params=_address(lesson, lesson.sentences[0]),
        )
    number = st.radio(
        "Sentences of your class" if len(lesson.sentences) > 1 else "The sentence of your class",
        range(len(lesson.sentences)),
        format_func=lambda at: shell.as_is(lesson.sentences[at]),
        key=f"sentence_of_{found.code}",
    )
    sentence = lesson.sentences[number]
    address = _address(lesson, sentence)
    st.page_link(
        page_file("translate"), label="See it translated", icon=":material/arrow_outward:", query_params=address
    )
    path = model_path(lesson.model)
    answers = [Answer.kept(each, path, sentence) for each in exercises_about(lesson, path, sentence)]
    sent: dict[str, str] = st.session_state.setdefault(_SENT, {})
    for each in answers:
        question, written = f"{number}.{each.exercise.slug}", each.written or (GAVE_UP if each.given_up else "")
        if written != sent.get(question, ""):
            member.report_answer(question, written, each.right)
            sent[question] = written
    if answers:
        made = sum(each.settled for each in answers)
        st.progress(made / len(answers), f"{made} of {len(answers)} answered")
    for place, each in enumerate(answers, start=1):
        draw(place, each, address)


def _address(lesson: Lesson, sentence: str) -> dict[str, str]:
    return {state.SENTENCE: sentence, state.MODEL: lesson.model, "depth": lesson.depth}


show()
