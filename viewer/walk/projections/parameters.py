"""What the chapter on queries, keys and values counts: the parameters of one attention."""

from collections.abc import Sequence
from typing import TypedDict

import streamlit as st

from transformer import Translator
from transformer.analysis.measures.projections import counts
from transformer.model.attentions import attention_at, places


class CountFacts(TypedDict):
    """The parameters of one kind of projection, see `Count`."""

    letter: str
    of_each_head: Sequence[int]
    of_one_wide_head: int
    biases: int


class ParametersFacts(TypedDict):
    """The parameters of the first of the model's attentions, and whether all of them have as many."""

    rows: Sequence[CountFacts]
    attentions: int
    alike: bool


class ProjectionsModel(TypedDict):
    """What the chapter says of the model."""

    parameters: ParametersFacts


@st.cache_resource(show_spinner=False, max_entries=4)
def of_model(name: str, _translator: Translator) -> ProjectionsModel:
    """Count the live matrices of the model called `name`."""
    model = _translator.model
    counted = [counts(attention_at(model, each)) for each in places(model.config)]
    rows: list[CountFacts] = [
        {
            "letter": each.letter,
            "of_each_head": each.of_each_head,
            "of_one_wide_head": each.of_one_wide_head,
            "biases": each.biases,
        }
        for each in counted[0]
    ]
    return {
        "parameters": {
            "rows": rows,
            "attentions": len(counted),
            "alike": all(each == counted[0] for each in counted),
        }
    }
