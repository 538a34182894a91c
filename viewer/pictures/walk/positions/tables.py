"""What the chapter on positional encoding says of the model: where its table comes from, and a learned one."""

from collections.abc import Mapping, Sequence
from typing import TypedDict

import numpy as np
import streamlit as st
from torch import Tensor

from transformer import Translator, count_parameters
from transformer.analysis.measures import order
from transformer.analysis.measures.learned_positions import LearnedTable, shipped_table
from viewer.pictures.walk.positions.order import OrderFacts, classic_pair
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload

BASES = (10.0, 30.0, 100.0, 1_000.0, 10_000.0, 100_000.0)
PAPER_BASE = 10_000.0


class ReuseFacts(TypedDict):
    """How many of the table's numbers were trained."""

    parameters: int
    numbers: int
    rows: int


class PositionsModel(TypedDict):
    """The bases of the sinusoids that can be chosen, with the model's own."""

    sinusoidal: bool
    bases: Sequence[float]
    ownBase: float | None
    usualBase: int
    reuse: ReuseFacts


class PositionsConstants(TypedDict):
    """Where a learned table comes from, and a pair of sentences; with tensors, see `tables`."""

    learned: Mapping[str, str]
    classic: OrderFacts | None


def of_model(_name: str, translator: Translator) -> PositionsModel:
    """Facts of this model."""
    model = translator.model
    own = model.config.position_base if order.is_sinusoidal(model) else None
    bases = sorted({*BASES, *([own] if own else [])})
    return {
        "sinusoidal": own is not None,
        "bases": bases,
        "ownBase": own,
        "usualBase": bases.index(own or PAPER_BASE),
        "reuse": _reuse(translator),
    }


def _reuse(translator: Translator) -> ReuseFacts:
    table = order.position_table(translator.model)
    return {
        "parameters": count_parameters(translator.model)["positions"],
        "numbers": table.numel(),
        "rows": table.size(0),
    }


@st.cache_resource(show_spinner=False, max_entries=8)
def tables(name: str, _translator: Translator) -> Constants:
    """The learned table, the model's own or one that ships with the project, and the classic pair's outputs."""
    model = _translator.model
    learned = shipped_table() if order.is_sinusoidal(model) else LearnedTable(order.position_table(model), {})
    pair, outputs = classic_pair(_translator)
    facts: PositionsConstants = {"learned": dict(sorted(learned.facts.items())), "classic": pair}
    tensors: dict[str, np.ndarray | Tensor] = {"learned": learned.rows, **outputs}
    return Constants("positions", Payload({**facts}, tensors).pack())
