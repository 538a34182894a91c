"""Each head's role in a model, as measured on held-out sentences."""

from dataclasses import dataclass

import streamlit as st

from transformer import Translator, count_parameters
from transformer.analysis.measures.head_roles import HeadRoles, measure_head_roles
from transformer.corpora.everyday import grammar_pairs
from transformer.corpora.pairs import evenly
from transformer.model.measurements import load_measurement
from viewer.widgets.language import ENGLISH, FRENCH, source_language, target_language

# A model without a stored measurement is measured while the visitor waits: at most this many parameters, on this many
# held-out sentences.
LARGEST_AT_ONCE = 30_000_000
PAIRS = 40


@dataclass(frozen=True)
class KnownRoles:
    """What is known about a model's heads.

    Attributes:
        roles: None if nothing could be measured.
        problem: why not, and what to do about it; otherwise empty.
    """

    roles: HeadRoles | None
    problem: str = ""


@st.cache_resource(show_spinner=False, max_entries=4)
def measurement(model: str, _translator: Translator) -> KnownRoles:
    """The roles stored with a model, or measured now if that takes only a second.

    Args:
        model: its name or the path of its folder.
        _translator: the model itself.
    """
    stored = load_measurement(model, HeadRoles)
    if stored is not None:
        return KnownRoles(stored)
    remedy = f"To measure it, run: python -m transformer measure heads {model}"
    if (source_language(_translator), target_language(_translator)) != (ENGLISH, FRENCH):
        return KnownRoles(None, "Roles are measured on English and French; this model has a different language.")
    if count_parameters(_translator.model)["total"] > LARGEST_AT_ONCE:
        return KnownRoles(
            None, f"This model’s heads haven’t been measured, and it’s too large to do that now. {remedy}"
        )
    roles = measure_head_roles(_translator, evenly(grammar_pairs("dev"), PAIRS), "everyday, dev")
    if not roles.sentences:
        return KnownRoles(None, "The sentences that heads are measured on are too long for this model.")
    return KnownRoles(roles)
