"""Why this word rather than that one: what counted for a token of the translation, by nine methods and part by part."""

import streamlit as st

from transformer import GlassformerError, Translation, Translator, shipped_models
from viewer.app import resources, shell
from viewer.app.on_request import is_to_wait
from viewer.app.sentence_page import belongs_still, is_empty, sentence_page
from viewer.what_if.why import asked, curves, look, parts, shares, table
from viewer.what_if.why.answer import answered, removals, shares_of, translated
from viewer.what_if.why.asked import RIVAL, STEP, Asked
from viewer.what_if.why.texts import LOOK, STORY
from viewer.widgets.component import component

KEY, LOOKED, OPENED = "what_if_why", "what_if_why_look", "what_if_why_shares"
_BELONGS_TO = "why_belongs_to"  # in the session's state: the model and sentence that the question is about


def show(name: str, sentence: str) -> None:
    """Draw the page below its head."""
    translator = resources.loaded(name)
    if is_empty(translator, sentence, "then ask about each word of its translation."):
        return
    translation = translated(name, sentence)
    question = _question(translator, translation, (name, sentence))
    rival = None
    try:
        rival = asked.rival_id(translator, translation, question)
    except GlassformerError as error:
        shell.problem(str(error))
    with st.container(key="at_look_picture"):
        seen = look.payload(translator, translation, question.step, look.glance(name, sentence, question.step))
        component("what_if/why/look.js")(data=seen.packed(), key=LOOKED, on_ask_change=lambda: _ask(LOOKED))
    with st.container(key="from_understand_asked"):
        data = asked.payload(translator, translation, question, rival).packed()
        component("what_if/why/asked.js")(data=data, key=KEY, on_ask_change=lambda: _ask(KEY))
    _answer(name, sentence, question.step, rival)


def _answer(name: str, sentence: str, step: int, rival: int | None) -> None:
    """The answer, showing each part as soon as it is computed."""
    translator = resources.loaded(name)
    answer = answered(name, sentence, step, rival)
    with st.container(key="from_understand_table"):
        component("what_if/why/table.js")(data=table.payload(answer).packed(), key="what_if_why_table")
    charts = component("what_if/why/charts.js")
    with st.container(key="from_prove_why"):
        if not is_to_wait(name, "Remove the words in each method’s order", sentence, step, rival):
            found = curves.payload(answer, removals(name, sentence, step, rival))
            charts(data=found.packed(), key="what_if_why_curves")
        component("what_if/why/parts.js")(data=parts.payload(translator, answer).packed(), key="what_if_why_parts")
        other = _shares(name, shares.beside(sentence)) if name in shipped_models() else None
        shown = shares.payload(_shares(name, sentence), other)
        charts(data=shown.packed(), key=OPENED, on_open_change=_open)


def _shares(name: str, sentence: str) -> shares.Shares:
    return shares.Shares(sentence, translated(name, sentence).text, shares_of(name, sentence))


def _question(translator: Translator, translation: Translation, belongs_to: tuple[str, str]) -> Asked:
    """The question in the address; the page's own if there is none, or one about another sentence."""
    found = None
    if belongs_still(_BELONGS_TO, belongs_to):
        steps = min(len(translation.tokens), asked.MOST_STEPS)
        found = asked.asked_in(st.query_params.get(STEP), st.query_params.get(RIVAL), steps)
    found = found or asked.opening(translator, translation)
    _remember(found)
    return found


def _remember(question: Asked) -> None:
    st.query_params[STEP] = str(question.step)
    if question.rival:
        st.query_params[RIVAL] = question.rival
    elif RIVAL in st.query_params:
        del st.query_params[RIVAL]


def _ask(key: str) -> None:
    chosen = st.session_state[key].ask
    if chosen:
        _remember(Asked(int(chosen["step"]), str(chosen["rival"])[:40]))


def _open() -> None:
    chosen = st.session_state[OPENED].open
    if chosen:
        shell.choose(str(chosen))


sentence_page("Why this word", STORY, show, look=LOOK)
