"""What students of a class see: how to join, its sentences, its part of the tour and its exercises."""

from dataclasses import replace

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell, state
from viewer.app.page import Visit
from viewer.app.text_field import text_field
from viewer.pictures.learn.classroom import member
from viewer.pictures.learn.classroom.codes import format_code, isolate_direction, normalise_code
from viewer.pictures.learn.classroom.questions import exercises_about, model_path, offer_case, stops_in_words
from viewer.pictures.learn.classroom.store import LONGEST_NICKNAME, ClassWork, store
from viewer.pictures.learn.exercises.answers import Answer
from viewer.pictures.learn.exercises.asking import draw
from viewer.pictures.learn.exercises.sets import GRADES, exercises
from viewer.widgets.plain import as_is

OUT = "You are no longer in this class: it is over, your teacher removed you, or you came back on another device."
GAVE_UP = "(looked it up)"
SAMPLES = ("looks", "next")  # the questions that can be tried before a class is joined
# In the session's state; the last has what the teacher knows, by question.
_CODE, _NICKNAME, _TROUBLE, _SENT = "join_code", "join_nickname", "join_trouble", "answers_sent"


def draw_class(_: Visit) -> None:
    """Ask for a class to join, or draw the work of the one that was joined."""
    found = member.current_member()
    asked = normalise_code(st.query_params.get(member.CODE, ""))
    with st.container(key="class_page"):  # the style sheet hides the page's tools above it
        if found is None or (asked and asked != found.code):
            _ask(asked, found is None and member.has_joined())
        else:
            st.query_params[member.CODE] = found.code
            _work(found)


def _ask(code: str, is_out: bool) -> None:
    if message := st.session_state.pop(_TROUBLE, ""):
        shell.problem(message)
    elif is_out:
        st.info(OUT, icon=":material/check:")
        st.button("Forget my answers", on_click=member.leave)
    if code and store().lesson(code) is None:
        if not is_out:
            shell.problem(f"There is no class {format_code(code)}, or it is over. Check the code with your teacher.")
        code = ""
    ask, sample = st.columns(2, gap="large")
    with ask, st.form("join_class"):
        told = "Your teacher has it. To come back on another device, type your own code."
        text_field("Class code", format_code(code), key=_CODE, longest=40, placeholder="such as KTM 4RX", help=told)
        text_field("Nickname, if you like", key=_NICKNAME, longest=LONGEST_NICKNAME)
        st.form_submit_button("Join", type="primary", on_click=_join)
    with ask:
        st.page_link(shell.link("teach"), label="I’m a teacher: open a class", icon=":material/school:")
    name, sentence = resources.model_name(), state.DEFAULT_SENTENCE
    with sample:
        st.markdown(f"**Try two first**, about “{as_is(sentence)}” Nobody sees what you answer here.")
        tried = (each for each in exercises(name, sentence, GRADES[0].title) if each.slug in SAMPLES)
        for number, exercise in enumerate(tried, start=1):
            draw(number, Answer.from_session(exercise, name, sentence), {state.SENTENCE: sentence})


def _join() -> None:
    kept = st.session_state
    try:
        member.join(str(kept.get(_CODE, "")), str(kept.get(_NICKNAME, "")))
        st.query_params.pop(member.CODE, None)
    except GlassformerError as error:
        kept[_TROUBLE] = str(error)


def _work(found: member.Member) -> None:
    lesson = found.lesson
    with st.container(horizontal=True, vertical_alignment="center", key="class_head"):
        who = f" · {isolate_direction(found.nickname)}" if found.nickname else ""
        own = f"to come back on another device, your own code: {format_code(found.way_back)}"
        st.caption(shell.plain(f"Class {format_code(found.code)}{who} · {own}"))
        st.button("Leave", type="tertiary", on_click=member.leave)
    if lesson.stops:
        st.page_link(
            shell.link("start"),
            label=f"Take the tour: {stops_in_words(lesson.stops)}",
            icon=":material/arrow_outward:",
            query_params=_address(lesson, lesson.sentences[0]),
        )
    if lesson.case:
        offer_case(lesson.model, "Vote on the case of “la”")
    number = st.radio(
        "Sentences of your class" if len(lesson.sentences) > 1 else "The sentence of your class",
        range(len(lesson.sentences)),
        format_func=lambda at: as_is(lesson.sentences[at]),
        key=f"sentence_of_{found.code}",
    )
    sentence = lesson.sentences[number]
    address = _address(lesson, sentence)
    st.page_link(
        shell.link("translate"), label="See it translated", icon=":material/arrow_outward:", query_params=address
    )
    path = model_path(lesson.model)
    sent: dict[str, str] = st.session_state.setdefault(_SENT, member.read_answers())
    answers = []
    for exercise in exercises_about(lesson, path, sentence):
        question = f"{number}.{exercise.slug}"
        each = _answer(Answer.from_session(exercise, path, sentence), sent.get(question, ""))
        answers.append(each)
        written = each.written or (GAVE_UP if each.given_up else "")
        if written != sent.get(question, ""):
            member.report_answer(question, written, each.right)
            sent[question] = written
    if answers:
        made = sum(each.is_settled for each in answers)
        st.progress(made / len(answers), f"{made} of {len(answers)} answered")
    for place, each in enumerate(answers, start=1):
        draw(place, each, address)


def _answer(kept: Answer, sent: str) -> Answer:
    """What this visit has of an answer; after the student has come back, what the teacher has."""
    if not sent or kept.written or kept.given_up:
        return kept
    return replace(kept, given_up=True) if sent == GAVE_UP else replace(kept, written=sent)


def _address(lesson: ClassWork, sentence: str) -> dict[str, str]:
    return {state.SENTENCE: sentence, state.MODEL: lesson.model, "depth": lesson.depth}
