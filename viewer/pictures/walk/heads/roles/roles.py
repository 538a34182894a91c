"""What the chapter on heads says of each head's role: measured on held-out sentences, and on the visitor's own."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypeAlias, TypedDict

from transformer import Translator
from transformer.analysis.measures import head_roles
from transformer.analysis.measures.head_patterns import PATTERNS
from transformer.analysis.measures.head_roles import HeadRole, HeadRoles, trace_roles
from transformer.model.attentions import ATTENTION_KINDS, AttentionKind
from viewer.frame.passage import Passage
from viewer.transport.payload import Payload
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


class HeadRoleFacts(TypedDict):
    """One head: its role, and for each pattern the weight on it and what an even head would have there."""

    label: str
    short: str
    strongest: str | None
    entropy: float
    errorRate: float | None
    shares: Mapping[str, tuple[float, float]]


Heads: TypeAlias = Mapping[AttentionKind, Sequence[Sequence[HeadRoleFacts]]]  # [layer][head]


class RolesFacts(TypedDict):
    """The roles that were measured, or the problem with that; no head can go below `leastErrorRate`.

    `heads` is empty where nothing was measured; `rule` has the thresholds of the labels.
    """

    problem: str
    sentences: int
    source: str
    leastErrorRate: float | None
    rule: Mapping[Literal["leading", "above", "leaning", "spread"], float]
    patterns: Mapping[AttentionKind, Sequence[str]]
    heads: Heads


class HeadsModel(TypedDict):
    """What the chapter says of the model."""

    roles: RolesFacts


class HeadsMeasured(TypedDict):
    """The same numbers of the visitor's own sentence."""

    here: Heads


def of_model(model: str, translator: Translator) -> HeadsModel:
    """Each head's role, as it was measured on held-out sentences."""
    known = measurement(model, translator)
    roles: RolesFacts = {
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
    return {"roles": roles}


def measured(passage: Passage) -> Payload:
    """How much each head has of each pattern in the visitor's own sentence."""
    own: HeadsMeasured = {"here": _by_place(trace_roles(passage.trace))}
    return Payload({**own})


def _by_place(roles: HeadRoles | None) -> Heads:
    """The roles as [kind][layer][head]."""
    placed: dict[AttentionKind, list[list[HeadRoleFacts]]] = {kind: [] for kind in ATTENTION_KINDS}
    for role in roles.heads if roles else ():
        layers = placed[role.kind]
        while len(layers) <= role.layer:
            layers.append([])
        layers[role.layer].append(_role_facts(role))
    return placed


def _role_facts(role: HeadRole) -> HeadRoleFacts:
    return {
        "label": role.label,
        "short": short_label(role.label),
        "strongest": role.strongest if role.shares else None,
        "entropy": round(role.entropy, 4),
        "errorRate": None if role.error_rate is None else round(role.error_rate, 4),
        "shares": {name: (round(share.weight, 4), round(share.uniform, 4)) for name, share in role.shares.items()},
    }


def short_label(label: str) -> str:
    """A label that fits under a thumbnail: `previous`, `leans previous`, `spread`."""
    pattern = label.removeprefix(head_roles.LEANS)
    leans = "leans " if pattern != label else ""
    return leans + _SHORT.get(pattern, pattern)
