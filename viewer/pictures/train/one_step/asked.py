"""The pair that a visitor teaches, and what the buttons of the page do."""

import secrets
from collections.abc import Mapping
from typing import Any

import streamlit as st

from transformer.errors import GlassformerError
from transformer.learning import MOST_STEPS
from transformer.text.sentences import split_sentences
from viewer.app import resources, state
from viewer.app.messages import problem
from viewer.app.page import Visit
from viewer.app.text_field import text_field
from viewer.pictures.train.one_step import shown
from viewer.pictures.train.one_step.examples import (
    Example,
    examples_of,
    first_pair,
    own_translation,
    translations,
    watched_by,
)
from viewer.pictures.train.one_step.lessons import LESSONS, Plan, check_size, publish, within_limit
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language
from viewer.widgets.plain import plain

SENTENCE, WANTED, WATCHED = "lesson_sentence", "lesson_wanted", "lesson_watched"  # in the address
_FIELDS = (SENTENCE, WANTED, WATCHED)
MOST_WATCHED = 8  # sentences of the visitor's own
_KEPT = "lesson"  # in the session's state: what was typed, the steps of each press, and the weight to check


def _kept() -> dict[str, Any]:
    begun: dict[str, Any] = {"visitor": secrets.token_hex(8), "typed": {}, "pair": (), "presses": [], "check": None}
    kept: dict[str, Any] = st.session_state.setdefault(_KEPT, begun)
    return kept


def ask(visit: Visit) -> Mapping[str, Any]:
    """Draw the fields of the pair, and say which steps are taken with it."""
    check_size(visit.model)
    kept, translator = _kept(), visit.translator
    if refused := kept.pop("refused", ""):
        problem(refused)
    if isinstance(taught := translator.card.get("taught"), dict):
        sentence, wanted, steps = (str(taught.get(name)) for name in ("sentence", "wanted", "steps"))
        told = f"Every page now uses a model that was taught “{sentence}” → “{wanted}” in {steps} steps."
        st.success(plain(f"{told} To go back, choose another model at the top right."), icon=":material/school:")
    opening = first_pair(visit.model)
    languages = (source_language(translator), target_language(translator))
    if kept.get("languages", languages) != languages:  # what was typed was for another model
        kept["typed"] = {}
        st.session_state.update(zip(_FIELDS, (*opening, ""), strict=True))
    kept["languages"] = languages
    for name in _FIELDS:  # Streamlit forgets a page's fields when its visitor leaves it
        if name not in st.session_state and name not in st.query_params and kept["typed"].get(name):
            st.session_state[name] = kept["typed"][name]
    reads, writes = (language.name for language in languages)
    left, right = st.columns(2, gap="medium")
    with left:
        told = f"Your {reads} sentence"
        offer: dict[str, Any] = {"on_change": _suggest, "args": (visit.model,)}
        sentence = text_field(told, opening[0], key=SENTENCE, bind="query-params", **offer)
    with right:
        told = f"The {writes} translation that you want"
        wanted = text_field(told, opening[1], key=WANTED, bind="query-params")
    with st.expander("Watch other sentences of your own"):
        others = text_field(f"{reads} sentences that shall stay as they are", key=WATCHED, bind="query-params")
    kept["typed"] = {SENTENCE: sentence, WANTED: wanted, WATCHED: others}
    pair = (visit.model, sentence, wanted)
    if kept["pair"] != pair:
        kept.update(pair=pair, presses=[], check=None, held=False)
        LESSONS.forget(kept["visitor"])
    own = tuple(split_sentences(others, languages[0].code))[:MOST_WATCHED]
    return {"plan": Plan(*pair, sum(kept["presses"])), "watched": (*own, *watched_by(visit.model))}


def _suggest(model: str) -> None:
    """Put the model's own translation of a new sentence into the other field, for the visitor to change."""
    try:
        st.session_state[WANTED] = own_translation(model, st.session_state[SENTENCE])
    except GlassformerError:  # the page says so
        st.session_state[WANTED] = ""


def payload(visit: Visit) -> Payload:
    """The lesson as it is now, or all that are recorded.

    Raises:
        GlassformerError: if the pair can't be learned.
    """
    if visit.alone:
        return shown.recorded(visit.model)
    plan, kept = visit.chosen["plan"], _kept()
    _, sentence, wanted, steps = plan
    found = [shown.untaught(plan.model, sentence, wanted)]
    taught = visit.translator
    if steps:
        if kept["held"] and not LESSONS.has(kept["visitor"]):
            st.info("Other visitors’ lessons had taken the place of yours, so its steps were taken again.")
        taught = LESSONS.learn(kept["visitor"], plan).translator
        kept["held"] = True
        before = translations(plan.model, (sentence, *visit.chosen["watched"]))
        found.append(shown.snapshot(visit.translator, taught, (sentence, wanted), steps, before))
    if weight := kept["check"]:
        found[-1] = _checked(found[-1], taught.check_gradient(sentence, wanted, weight), weight)
    example = next((each for each in examples_of(taught) if each[1:] == (sentence, wanted)), None)
    return shown.page_of(plan.model, [(example or Example("", sentence, wanted), found)], MOST_STEPS)


def _checked(found: shown.Snapshot, check: Any, weight: str) -> shown.Snapshot:
    return found._replace(facts={**found.facts, "check": shown.check_facts(check, weight)})


def take(count: Any) -> None:
    """Take some steps more."""
    kept = _kept()
    if isinstance(count, int) and (steps := within_limit(kept["presses"], count)):
        kept.update(presses=[*kept["presses"], steps], check=None)


def undo(_: Any) -> None:
    """Take back the last press of a button."""
    kept = _kept()
    kept.update(presses=kept["presses"][:-1], check=None)


def begin_again(_: Any) -> None:
    """Forget all steps."""
    kept = _kept()
    kept.update(presses=[], check=None, held=False)
    LESSONS.forget(kept["visitor"])


def choose_example(at: Any) -> None:
    """Put an example into the fields."""
    found = examples_of(resources.load_model(resources.model_name()))
    if isinstance(at, int) and 0 <= at < len(found):
        st.session_state[SENTENCE], st.session_state[WANTED] = found[at].sentence, found[at].wanted


def check(weight: Any) -> None:
    """Nudge one of the numbers of a weight."""
    names = dict(resources.load_model(resources.model_name()).model.named_parameters())
    _kept()["check"] = weight if weight in names else None


def use(_: Any) -> None:
    """Let every page use the taught model."""
    kept = _kept()
    if not kept["presses"]:
        return
    try:
        model, sentence, wanted = kept["pair"]
        plan = Plan(model, sentence, wanted, sum(kept["presses"]))
        name = publish(LESSONS.learn(kept["visitor"], plan), plan)
    except GlassformerError as error:
        kept["refused"] = str(error)
        return
    resources.open_linked(name)
    st.session_state[state.MODEL] = name
