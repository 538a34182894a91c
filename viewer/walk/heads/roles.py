"""What the chapter on heads says of each head's role: measured on held-out sentences, and on the visitor's own."""

from typing import Any

from transformer.analysis.measures import head_roles
from transformer.analysis.measures.head_patterns import PATTERNS
from transformer.analysis.measures.head_roles import HeadRole, HeadRoles, trace_roles
from transformer.model.attentions import ATTENTION_KINDS
from viewer.walk.frame.passage import Passage
from viewer.widgets.head_roles import measurement

_SHORT = {
    "previous token": "prev.",
    "same token": "same",
    "next token": "next",
    "first token": "first",
    "end of sentence": "end",
    "start of sentence": "start",
    "aligned word": "aligned",
}


def facts(passage: Passage) -> dict[str, Any]:
    """What was measured, as the browser shows it.

    Returns:
        Under `roles` `problem`, `sentences`, `source`; `leastErrorRate`, which no head can go below; `rule`, the
        thresholds of the labels; for each kind of attention under `patterns` their names and under `heads`
        [layer][head] the measured role (empty where nothing was measured). Under `here` the same numbers of the
        visitor's own sentence.
    """
    known = measurement(passage.model, passage.translator)
    measured = {
        "problem": known.problem,
        "sentences": known.roles.sentences if known.roles else 0,
        "source": known.roles.source if known.roles else "",
        "leastErrorRate": known.roles.least_error_rate if known.roles else None,
        "rule": {
            "leading": head_roles.LEADING,
            "above": head_roles.ABOVE_UNIFORM,
            "leaning": head_roles.LEANING,
            "spread": head_roles.SPREAD_FROM,
        },
        "patterns": {kind: list(PATTERNS[kind]) for kind in ATTENTION_KINDS},
        "heads": _by_place(known.roles),
    }
    return {"roles": measured, "here": _by_place(trace_roles(passage.trace))}


def _by_place(roles: HeadRoles | None) -> dict[str, list[list[dict[str, Any]]]]:
    """The roles as [kind][layer][head]."""
    placed: dict[str, list[list[dict[str, Any]]]] = {kind: [] for kind in ATTENTION_KINDS}
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
