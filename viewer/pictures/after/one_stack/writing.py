"""It writes on: one stack as a language model, which continues a text in simple English by sampling."""

from collections.abc import Mapping
from typing import Any

import streamlit as st
from torch import Tensor

from transformer import Translator
from transformer.decoding.strategies import Sampling, Strategy
from transformer.errors import GlassformerError
from transformer.model.one_stack import OneStack
from viewer.app.budget import within_budget
from viewer.app.page import UnansweredError, Visit
from viewer.app.text_field import text_field
from viewer.pictures.after.one_stack.square import one_stack
from viewer.pictures.watch.steps.strategy import LARGEST_SEED, LARGEST_TOP_K, strategy
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips, chips_within

EXAMPLE = "A man in a blue shirt is"
LONGEST = 200  # characters of a beginning
WRITTEN, SHOWN = 40, 10  # tokens, candidates of each
USUAL = Sampling(0.7, top_k=8, top_p=0.9)


def ask_for_beginning(_: Visit) -> Mapping[str, Any]:
    """Ask for a text and how to go on with it.

    Raises:
        GlassformerError: if there is no text.
    """
    beginning = text_field("The beginning", EXAMPLE, key="beginning", longest=LONGEST, bind="query-params").strip()
    kept: dict[str, Any] = {"bind": "query-params", "width": 160}
    with st.container(horizontal=True, vertical_alignment="bottom"):
        how = {
            "temperature": st.slider("Temperature", 0.1, 2.0, USUAL.temperature, 0.1, key="on_temperature", **kept),
            "top_k": st.number_input("Top-k (0: all)", 0, LARGEST_TOP_K, USUAL.top_k, key="on_top_k", **kept),
            "top_p": st.slider("Top-p", 0.05, 1.0, USUAL.top_p, 0.05, key="on_top_p", **kept),
            "seed": st.number_input("Seed", 0, LARGEST_SEED, 0, key="on_seed", **kept),
        }
    if not beginning:
        raise UnansweredError("Type how a text begins, and the model goes on with it.")
    return {"beginning": beginning, "how": strategy({"how": "sample", **how})}


def writing_of(visit: Visit) -> Payload:
    """What the model writes after the chosen beginning; without a server, after ours."""
    return payload(visit.chosen.get("beginning", EXAMPLE), visit.chosen.get("how", USUAL))


@within_budget
def payload(beginning: str, how: Strategy) -> Payload:
    """A text that goes on, and the tokens that could have come at each step, with the strategy's probabilities.

    Raises:
        GlassformerError: if the model is missing or of the wrong kind, or can read nothing of the beginning.
    """
    translator = one_stack()
    if not (ids := translator.spell(beginning).ids):
        raise GlassformerError("The model can read nothing of this beginning: type English words.")
    written = translator.write_on(beginning, how, WRITTEN)
    tokens = written.hypothesis.tokens
    shown = as_facts(chips(translator.tokenizer.tokens([*ids, *tokens])))
    steps = [
        {"token": chip, "candidates": _candidates(translator, row, how.drawn_from(row), token)}
        for chip, token, row in zip(shown[len(ids) :], tokens, written.log_probabilities.double(), strict=True)
    ]
    facts = {"beginning": shown[: len(ids)], "how": how.in_words, "steps": steps}
    return Payload({**facts, "ended": written.hypothesis.finished})


def _candidates(
    translator: Translator[OneStack], likely: Tensor, drawn_from: Tensor, token: int
) -> list[dict[str, Any]]:
    """The most probable tokens, and the one that was drawn."""
    best = likely.topk(SHOWN).indices.tolist()
    if token not in best:
        best[-1] = token
    return [
        {"text": chip.text, "joined": chip.joined, "probability": float(drawn_from[each]), "taken": each == token}
        for each in best
        for chip in chips_within(translator.tokenizer.tokens([each]))
    ]
