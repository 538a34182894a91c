"""What the bottleneck page shows for a sentence: three translations, and how one goes through its vector."""

import math
from typing import Any

import streamlit as st

from transformer import Translation
from transformer.analysis.measures.bottleneck import reading_order, what_is_left
from viewer.app.budget import within_budget
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.bottleneck.snippet import SNIPPET
from viewer.pictures.before.history.history import payload_of, step
from viewer.transport.payload import Payload
from viewer.widgets.charts import format_signed
from viewer.widgets.tokens import as_facts, chips

BACKWARDS = "backwards"  # in the address


def ask_for_order(_: Visit) -> dict[str, bool]:
    """Ask in which order the network reads the sentence."""
    return {
        BACKWARDS: st.toggle(
            "Read the sentence backwards (Sutskever’s trick)",
            key=BACKWARDS,
            bind="query-params",
            help="Sutskever, Vinyals and Le (2014) fed the source in reverse: its first words, which the translation "
            "begins with, are then the freshest in the vector. This shows a different model, trained that way.",
        )
    }


def compute_hourglass(visit: Visit) -> Payload:
    """The sentence in one vector, read in the order that was chosen."""
    return payload(models.BACKWARDS if visit.chosen.get(BACKWARDS) else models.FIXED, visit.sentence)


@within_budget
def payload(name: str, sentence: str) -> Payload:
    """A sentence through each of the models.

    Args:
        name: of the model whose vector is shown; it has no attention.

    Raises:
        GlassformerError: if a model is missing, damaged or of the wrong kind.
    """
    model = models.recurrent(name, looks_back=False).model
    said = {each: models.translate_greedily(each, sentence) for each in (name, models.BAHDANAU, models.SAME_TIME)}
    found = said[name]
    ids = found.source.ids
    facts = {
        **payload_of([sentence], [_step(each, said[each], said[models.SAME_TIME]) for each in said]).facts,
        "source": as_facts(chips(found.source.tokens)),
        "target": as_facts(chips(found.tokens)),
        "order": reading_order(model, len(ids)),
        "probabilities": [math.exp(value) for value in found.hypothesis.log_probabilities],
        "snippet": SNIPPET.fill_in(name, found.source.text),
    }
    way = "encoder.backward" if "encoder.backward.state" in found.trace else "encoder.forward"
    gates = {each: found.trace[f"{way}.{each}"] for each in ("state", "update", "candidate")}
    return Payload(facts, {"left": what_is_left(model, ids), **gates})


def _step(name: str, translation: Translation, beside: Translation) -> dict[str, Any]:
    likely = format_signed(models.per_token(translation), 2)
    costs = f"log-probability per token {likely} · {len(translation.tokens)} tokens"
    return step("", models.TITLES[name], "", costs, None, [translation.text], [beside.text])
