"""The pair that a visitor teaches, what the buttons of the page do, and what its tables say of the taught model."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pandas as pd
import streamlit as st

from transformer import Translator
from transformer.errors import GlassformerError
from transformer.learning import MOST_STEPS, NUDGE, measure_moves
from transformer.text.sentences import split_sentences
from viewer.app import resources, state
from viewer.app.messages import problem
from viewer.app.page import Visit
from viewer.app.text_field import text_field
from viewer.pictures.train.one_step import shown
from viewer.pictures.train.one_step.examples import PairToTeach, examples_of, first_pair, own_translation, watched_by
from viewer.pictures.train.one_step.lessons import LESSONS, Plan, publish
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language
from viewer.widgets.plain import plain

FIELDS = SENTENCE, WANTED, WATCHED = "lesson_sentence", "lesson_wanted", "lesson_watched"  # in the address
WEIGHT = "lesson_weight"  # in the session's state: the weight to nudge
MOST_WATCHED, MOST_MOVED = 8, 8  # sentences of the visitor's own, and weights in the table
SNIPPET = """\
import transformer

model = transformer.load({})
pair = {!r}, {!r}
lesson = model.learn(*pair, steps={})  # Adam, with a learning rate of 0.0001
lesson.steps[-1].loss, lesson.translator.translate(pair[0]).text
lengths = lesson.translator.gradients(*pair)["encoder.input"].norm(dim=-1)  # one for each token that was read
check = lesson.translator.check_gradient(*pair, {!r})
check.gradient, check.slope  # computed backwards, and measured by nudging one number
"""


def _kept() -> dict[str, Any]:
    """What a session keeps of its lesson: the fields, the plan, and how many steps each press took."""
    begun: dict[str, Any] = {
        "visitor": secrets.token_hex(8),
        "typed": {},
        "plan": None,
        "presses": [],
        "languages": None,
    }
    kept: dict[str, Any] = st.session_state.setdefault("lesson", begun)
    return kept


def teach(visit: Visit) -> Mapping[str, Any]:
    """Draw the fields of the pair, and take the steps that were asked for."""
    kept, translator, opening = _kept(), visit.translator, first_pair(visit.model)
    languages = (source_language(translator), target_language(translator))
    if refused := kept.pop("refused", ""):
        problem(refused)
    if isinstance(taught := translator.card.get("taught"), dict):
        sentence, wanted, steps = (str(taught.get(name)) for name in Plan._fields[1:])
        told = f"Every page now uses a model that was taught “{sentence}” → “{wanted}” in {steps} steps."
        st.success(plain(f"{told} To go back, choose another model at the top right."), icon=":material/school:")
    if kept["languages"] not in (None, languages):  # what was typed was for another model
        st.session_state.update(zip(FIELDS, (*opening, ""), strict=True))
    for name, typed in kept["typed"].items():  # Streamlit forgets a page's fields when its visitor leaves it
        if name not in st.session_state and name not in st.query_params:
            st.session_state[name] = typed
    labels = (f"Your {languages[0].name} sentence", f"The {languages[1].name} translation that you want")
    suggest: dict[str, Any] = {"on_change": _suggest, "args": (visit.model,)}
    left, right = st.columns(2)
    with left:
        sentence = text_field(labels[0], opening[0], key=SENTENCE, bind="query-params", **suggest)
    with right:
        wanted = text_field(labels[1], opening[1], key=WANTED, bind="query-params")
    with st.container(key="from_understand_watched"):
        others = text_field("Other sentences to watch", key=WATCHED, bind="query-params", placeholder="your own")
    pair = (visit.model, sentence, wanted)
    if kept["plan"] is None or kept["plan"][:-1] != pair:
        kept["presses"] = []
    plan = Plan(*pair, sum(kept["presses"]))
    if kept["presses"] and kept["plan"].steps and not LESSONS.has(kept["visitor"]):
        st.info("Other visitors’ lessons had taken the place of yours, so its steps were taken again.")
    taught = LESSONS.learn(kept["visitor"], plan)
    typed = {SENTENCE: sentence, WANTED: wanted, WATCHED: others}
    kept.update(plan=plan, languages=languages, typed=typed)
    own = split_sentences(others, languages[0].code)[:MOST_WATCHED]
    return {"plan": plan, "taught": taught, "watched": tuple(dict.fromkeys((*own, *watched_by(visit.model, sentence))))}


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
    plan, taught = _now(visit)
    pair = (plan.sentence, plan.wanted)
    found = [shown.untaught(plan.model, *pair)]
    if plan.steps:
        before = shown.translations(plan.model, (plan.sentence, *visit.chosen["watched"]))
        found.append(shown.snapshot(taught, pair, plan.steps, before))
    example = next((each for each in examples_of(taught) if each[1:] == pair), PairToTeach("", *pair))
    return shown.page_of(plan.model, [(example, found)], MOST_STEPS, recorded=False)


def _now(visit: Visit) -> tuple[Plan, Translator]:
    """The lesson that the visitor has; on a page alone, the first one before its first step."""
    if visit.alone:
        return Plan(visit.model, *first_pair(visit.model), 0), visit.translator
    return visit.chosen["plan"], visit.chosen["taught"]


def act(asked: Any) -> None:
    """Do what a button of the picture asks for: take steps, take the last press back, begin again, or choose a pair."""
    kept = _kept()
    name, count = (asked.get(each) for each in ("name", "count")) if isinstance(asked, dict) else ("", 0)
    if name == "take" and isinstance(count, int):
        kept["presses"] = [*kept["presses"], max(0, min(count, MOST_STEPS - sum(kept["presses"])))]
    elif name == "undo":
        kept["presses"] = kept["presses"][:-1]
    elif name == "again":
        kept["presses"] = []
    elif name == "use":
        _use(kept)
    elif name == "example":
        pairs = examples_of(resources.load_model(resources.model_name()))
        chosen = pairs[count][1:] if isinstance(count, int) and 0 <= count < len(pairs) else ()
        st.session_state.update(zip(FIELDS, chosen, strict=False))


def _use(kept: dict[str, Any]) -> None:
    """Let every page use the taught model."""
    try:
        name = publish(LESSONS.learn(kept["visitor"], kept["plan"]), kept["plan"])
    except GlassformerError as error:
        kept["refused"] = str(error)
        return
    resources.open_linked(name)
    st.session_state[state.MODEL] = name


def is_taught(visit: Visit) -> bool:
    """Whether the visitor has taken a step."""
    return _now(visit)[0].steps > 0


def list_moves(visit: Visit) -> pd.DataFrame:
    """The weights that moved most, in proportion to their lengths."""
    plan, taught = _now(visit)
    own = dict(resources.load_model(plan.model).model.named_parameters())
    moved = list(measure_moves(own, taught.model).items())[:MOST_MOVED]
    rows = [(name, own[name].numel(), f"{share:.3%}") for name, share in moved]
    return pd.DataFrame(rows, columns=["weights", "numbers", "moved by, of their length"])


def choose_weight(visit: Visit) -> None:
    """Offer the weights of which one number can be nudged."""
    st.selectbox("Nudge one number of", _weights(visit), None, key=WEIGHT, placeholder="choose some weights")


def is_chosen(visit: Visit) -> bool:
    """Whether there is a number to nudge."""
    return visit.alone or st.session_state.get(WEIGHT) in _weights(visit)


def check_gradient(visit: Visit) -> pd.DataFrame:
    """One number, nudged both ways: the slope of the loss, and the gradient that was computed backwards."""
    (_, sentence, wanted, _), taught = _now(visit)
    weight = _weights(visit)[0] if visit.alone else st.session_state[WEIGHT]
    found = taught.check_gradient(sentence, wanted, weight)
    rows = {
        f"the number [{', '.join(map(str, found.place))}]": f"{found.value:.9g}",
        f"loss, with {NUDGE:f} more": f"{found.losses[0]:.12f}",
        f"loss, with {NUDGE:f} less": f"{found.losses[1]:.12f}",
        f"slope: their difference / {2 * NUDGE:f}": f"{found.slope:.9g}",
        "gradient: computed backwards": f"{found.gradient:.9g}",
    }
    return pd.DataFrame(rows.items(), columns=["what", "in 64 bits"])


def _weights(visit: Visit) -> list[str]:
    return [name for name, _ in visit.translator.model.named_parameters()]


def code(visit: Visit) -> str:
    """The lines that repeat the lesson and its check."""
    (model, sentence, wanted, steps), _ = _now(visit)
    return SNIPPET.format(repr(Path(model).name), sentence, wanted, max(1, steps), _weights(visit)[0])
