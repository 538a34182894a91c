"""The question of Why this word, which the address keeps, and what its pictures are sent for it."""

from typing import Any

import streamlit as st

from transformer import GlassformerError, Translation, Translator, shipped_models
from viewer.app import shell
from viewer.app.belonging import is_current, keep_in_address
from viewer.app.on_request import must_wait
from viewer.app.page import Visit
from viewer.pictures.what_if.why import asked, curves, glance, parts, shares, table
from viewer.pictures.what_if.why.answer import Answer, compute_answer, removals, shares_of, translate
from viewer.pictures.what_if.why.asked import RIVAL, STEP, Asked
from viewer.transport.payload import Payload

_BELONGS_TO = "why_belongs_to"  # in the session's state: the model and sentence that the question is about


def read_question(visit: Visit) -> dict[str, Any]:
    """Read the question in the address; say if its rival can't be compared."""
    translator, translation = visit.translator, translate(visit.model, visit.sentence)
    question, rival = _question(translator, translation, (visit.model, visit.sentence)), None
    try:
        rival = asked.rival_id(translator, translation, question)
    except GlassformerError as error:
        shell.problem(str(error))
    return {"question": question, "rival": rival}


def question_of(visit: Visit) -> Payload:
    """The translation, of which a token can be chosen."""
    translation = translate(visit.model, visit.sentence)
    return asked.payload_of_tokens(visit.translator, translation, _chosen_question(visit))


def rivals_of(visit: Visit) -> Payload:
    """The chosen token's rivals, of which one can be chosen."""
    translation, rival = translate(visit.model, visit.sentence), visit.chosen.get("rival")
    return asked.payload_of_rivals(visit.translator, translation, _chosen_question(visit), rival)


def hidden_of(visit: Visit) -> Payload:
    """What hiding a word shows."""
    return glance.payload(_glance(visit))


def table_of(visit: Visit) -> Payload:
    """What each method says, and the finding."""
    return table.payload(visit.translator, visit.sentence, _compute_answer(visit), _glance(visit))


def curves_of(visit: Visit) -> Payload | None:
    """How the probability falls when words are removed in each method's order; a large model waits for a button."""
    about = (visit.sentence, _chosen_question(visit).step, visit.chosen.get("rival"))
    if must_wait(visit.model, "Remove the words in each method’s order", *about):
        return None
    return curves.payload(_compute_answer(visit), removals(visit.model, *about))


def parts_of(visit: Visit) -> Payload:
    """The sum over the decoder's parts."""
    return parts.payload(visit.translator, _compute_answer(visit))


def shares_beside(visit: Visit) -> Payload:
    """What the source and the translation so far count for, here and in a sentence of ours."""
    other = _shares(visit.model, shares.beside(visit.sentence)) if visit.model in shipped_models() else None
    return shares.payload(_shares(visit.model, visit.sentence), other)


def _question(translator: Translator, translation: Translation, belongs_to: tuple[str, str]) -> Asked:
    """The question in the address; the page's own if there is none, or one about another sentence."""
    found = None
    if is_current(_BELONGS_TO, belongs_to):
        steps = min(len(translation.tokens), asked.MOST_STEPS)
        found = asked.parse_asked(st.query_params.get(STEP), st.query_params.get(RIVAL), steps)
    found = found or asked.opening(translator, translation)
    _remember(found)
    return found


def _remember(question: Asked) -> None:
    keep_in_address(STEP, str(question.step))
    if question.rival:
        keep_in_address(RIVAL, question.rival)
    elif RIVAL in st.query_params:
        del st.query_params[RIVAL]


def ask(chosen: Any) -> None:
    """Ask about the token, and the rival, that were chosen in a picture."""
    if chosen:
        _remember(Asked(int(chosen["step"]), str(chosen["rival"])[:40]))


def _chosen_question(visit: Visit) -> Asked:
    """The question; without a server, the one that the page opens with."""
    found = visit.chosen.get("question")
    return found or asked.opening(visit.translator, translate(visit.model, visit.sentence))


def _compute_answer(visit: Visit) -> Answer:
    return compute_answer(visit.model, visit.sentence, _chosen_question(visit).step, visit.chosen.get("rival"))


def _glance(visit: Visit) -> glance.Glance:
    return glance.glance(visit.model, visit.sentence, _chosen_question(visit).step)


def _shares(name: str, sentence: str) -> shares.SentenceShares:
    return shares.SentenceShares(sentence, translate(name, sentence).text, shares_of(name, sentence))
