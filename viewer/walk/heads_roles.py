"""What the chapter on heads says of each head's role: measured on held-out sentences, and on the visitor's own."""

from dataclasses import dataclass
from typing import Any

import streamlit as st

from transformer import Translator, count_parameters
from transformer.corpora.everyday.generate import derive
from transformer.measures import head_roles
from transformer.measures.head_patterns import PATTERNS
from transformer.measures.head_roles import HeadRole, HeadRoles, measure_head_roles, trace_roles
from transformer.measures.head_roles_file import load_head_roles
from viewer.walk.frame import Passage
from viewer.walk.snippets import KINDS

# A model without a stored measurement is measured while the visitor waits: at most this many parameters, and on
# sentences that the grammar derives anew, since deriving the whole corpus with its held-out part takes seconds.
LARGEST_AT_ONCE = 30_000_000
FRESH_PAIRS, FRESH_SEED = 40, 20_170_612
FRESH = "everyday, derived anew"

_SHORT = {
    "previous token": "previous",
    "same token": "same",
    "next token": "next",
    "first token": "first",
    "end of sentence": "end",
    "start of sentence": "start",
    "aligned word": "aligned",
}


@dataclass(frozen=True)
class Measurement:
    """What is known of a model's heads.

    Attributes:
        roles: None if nothing could be measured.
        problem: why, and what to do about it; empty where there are roles.
    """

    roles: HeadRoles | None
    problem: str = ""


@st.cache_resource(show_spinner=False, max_entries=4)
def measurement(model: str, _translator: Translator) -> Measurement:
    """The roles stored with a model, else measured now if that is a matter of a second.

    Args:
        model: its name or the path of its folder.
        _translator: the model itself.
    """
    stored = load_head_roles(model)
    if stored is not None:
        return Measurement(stored)
    remedy = f"To measure it, run: python -m transformer heads --model {model}"
    if _translator.card.get("target_language", "fr") != "fr":
        return Measurement(None, "The roles are measured on English and French; this model speaks another language.")
    if count_parameters(_translator.model)["total"] > LARGEST_AT_ONCE:
        return Measurement(
            None, f"This model's heads have not been measured, and it is too large to do so now. {remedy}"
        )
    groups, _ = derive(FRESH_SEED, 4 * FRESH_PAIRS)
    pairs = [group[0] for group in groups][:: max(1, len(groups) // FRESH_PAIRS)][:FRESH_PAIRS]
    roles = measure_head_roles(_translator.model, _translator.tokenizer, pairs, FRESH)
    if not roles.sentences:
        return Measurement(None, "This model reads sequences too short for the sentences that heads are measured on.")
    return Measurement(roles)


def facts(passage: Passage) -> dict[str, Any]:
    """What was measured, as the browser shows it.

    Returns:
        `problem`, `sentences`, `source`; `rule`, the thresholds of the labels; for each kind of attention under
        `patterns` their names, under `heads` [layer][head] the measured role (empty where nothing was measured), and
        under `here` the same numbers of the visitor's own sentence.
    """
    known = measurement(passage.model, passage.translator)
    here = trace_roles(passage.trace, passage.translator.model.config)
    return {
        "problem": known.problem,
        "sentences": known.roles.sentences if known.roles else 0,
        "source": known.roles.source if known.roles else "",
        "rule": {
            "leading": head_roles.LEADING,
            "above": head_roles.ABOVE_UNIFORM,
            "leaning": head_roles.LEANING,
            "spread": head_roles.SPREAD_FROM,
        },
        "patterns": {kind: list(PATTERNS[kind]) for kind in KINDS},
        "heads": _by_place(known.roles),
        "here": _by_place(here),
    }


def _by_place(roles: HeadRoles | None) -> dict[str, list[list[dict[str, Any]]]]:
    """The roles as [kind][layer][head]."""
    placed: dict[str, list[list[dict[str, Any]]]] = {kind: [] for kind in KINDS}
    for role in roles.heads if roles else ():
        layers = placed[role.kind]
        while len(layers) <= role.layer:
            layers.append([])
        layers[role.layer].append(_shown(role))
    return placed


def _shown(role: HeadRole) -> dict[str, Any]:
    return {
        "label": role.label,
        "short": short_label(role.label),
        "strongest": role.strongest if role.shares else None,
        "entropy": round(role.entropy, 4),
        "errorRate": None if role.error_rate is None else round(role.error_rate, 4),
        "shares": {name: [round(share.weight, 4), round(share.uniform, 4)] for name, share in role.shares.items()},
    }


def short_label(label: str) -> str:
    """A label that fits under a thumbnail: `previous`, `leans previous`, `spread`."""
    pattern = label.removeprefix(head_roles.LEANS)
    leans = "leans " if pattern != label else ""
    return leans + _SHORT.get(pattern, pattern)
