"""The choices of The first attention, and what its pictures are sent for them."""

from typing import Any

import streamlit as st

from transformer.decoding.strategies import Greedy
from viewer.app import resources, shell
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.looking_back import matrices
from viewer.pictures.watch.steps import branches, path
from viewer.pictures.watch.steps.player import payload as steps_payload
from viewer.transport.payload import Payload
from viewer.widgets.language import FRENCH, target_language

OF, BESIDE = "translation_of", "beside"  # in the address


def ask_what_to_compare(visit: Visit) -> dict[str, str]:
    """Ask whose translation both models follow, and which Transformer to compare with."""
    own = [visit.model] if target_language(visit.translator) == FRENCH else []
    of, beside = _controls([models.SAME_TIME, *own])
    return {OF: of, BESIDE: beside}


def both_attentions(visit: Visit) -> Payload:
    """Where both models look along one translation."""
    return matrices.payload(_beside(visit), visit.chosen.get(OF, models.BAHDANAU), visit.sentence)


def tell_error_rates(visit: Visit) -> str:
    """How well each aligns, where that was measured."""
    compared = {
        name: resources.load_any_model(name)
        for name in dict.fromkeys((models.BAHDANAU, models.SAME_TIME, _beside(visit)))
    }
    told = matrices.error_rates(compared)
    if not told:
        return "No alignment error rates have been measured for these models."
    return f"Alignment error rate on the everyday grammar, where the true links are known (0 is perfect): {told}."


def follow_path(visit: Visit) -> dict[str, Any]:
    """Keep the forks in the address that still exist."""
    found = branches.follow(
        models.BAHDANAU, visit.sentence, Greedy(), "", path.read_path((models.BAHDANAU, visit.sentence))
    )
    path.remember(found.forks)
    if found.note:
        st.caption(shell.plain(found.note))
    return {"forks": found.forks}


def steps_of(visit: Visit) -> Payload:
    """Greedy decoding with Bahdanau's attention, step by step."""
    translator = models.recurrent(models.BAHDANAU, looks_back=True)
    forks = visit.chosen.get("forks", ())
    return steps_payload(translator, branches.follow(models.BAHDANAU, visit.sentence, Greedy(), "", forks), None)


def _beside(visit: Visit) -> str:
    return str(visit.chosen.get(BESIDE, models.SAME_TIME))


def _controls(others: list[str]) -> tuple[str, str]:
    """Choose whose translation both models follow, and which Transformer to compare with."""
    of = st.segmented_control(
        "Both follow the translation by",
        [models.BAHDANAU, models.SAME_TIME],
        default=models.BAHDANAU,
        format_func=models.title,
        key=OF,
        bind="query-params",
    )
    beside = st.segmented_control(
        "Compare with the Transformer",
        others,
        default=models.SAME_TIME,
        format_func=lambda name: "trained for as long" if name == models.SAME_TIME else "chosen above",
        key=BESIDE,
        bind="query-params",
    )
    return of or models.BAHDANAU, beside or models.SAME_TIME
