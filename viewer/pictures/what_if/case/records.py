"""The cases that were measured on a model, in the browser's form."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import TypedDict

from transformer import shipped_models
from transformer.analysis.cases.record import Case, HaltedSentence, Interval, list_cases, load_case
from viewer.pictures.what_if.case.passage import CaseAsked, ChangeAsked

BLANK = "___"
SHOWN = ("hide_clue", "zero_leader", "zero_both")  # experiments in the table
FIRST = ("la", "door")  # the cases that the page opens with


class CaseRow(TypedDict):
    """One sentence of a case as it was measured; shares are those of the rivals, also under the experiments by name."""

    filling: str
    expected: str
    shares: Sequence[float]
    clueWeight: float
    decoy: str
    decoyWeight: float
    experiments: Mapping[str, Sequence[float]]


class CaseFacts(TypedDict):
    """A case: what it asks, which heads decide it, what patching the first one moves, and how often its claim holds.

    `first` is the place of the blank's first word; `changes` are those of the story, the first one none. `moved` and
    `holding` have their 95% intervals beside them.
    """

    name: str
    title: str
    frame: str
    rivals: Sequence[str]
    leader: str
    understudy: str
    first: int
    layer: int
    changes: Sequence[ChangeAsked]
    pairs: int
    moved: tuple[float, float, float]
    holding: tuple[float, float, float]
    heldOut: int
    rows: Sequence[CaseRow]


@lru_cache(maxsize=4)
def cases_of(model: str) -> Sequence[CaseFacts]:
    """The cases of a shipped model, the page's own first."""
    names = list_cases(model) if model in shipped_models() else ()
    return [_facts(load_case(model, name)) for name in sorted(names, key=lambda name: name not in FIRST)]


def _facts(case: Case) -> CaseFacts:
    whole_team: list[ChangeAsked] = [{"hide": [], "heads": case.team}] if len(case.team) > 2 else []
    leader = next(head for head in case.heads if head.name == case.leader)
    return {
        "name": case.name,
        "title": case.title,
        "frame": case.frame,
        "rivals": case.rivals,
        "leader": case.leader,
        "understudy": case.understudy,
        "first": len(case.frame.partition(BLANK)[0].split()),
        "layer": leader.layer,
        "changes": [
            {"hide": [], "heads": []},
            {"hide": ["decoy"], "heads": []},
            {"hide": ["clue"], "heads": []},
            {"hide": [], "heads": [case.leader]},
            {"hide": [], "heads": [case.leader, case.understudy]},
            *whole_team,
        ],
        "pairs": case.pairs,
        "moved": _interval(leader.moved),
        "holding": _interval(case.holding),
        "heldOut": len(case.held_out) + len(case.unreached),
        "rows": [_row(trial) for trial in case.fillings],
    }


def _interval(found: Interval) -> tuple[float, float, float]:
    return found.value, found.low, found.high


def _row(trial: HaltedSentence) -> CaseRow:
    return {
        "filling": trial.filling,
        "expected": trial.expected,
        "shares": trial.shares,
        "clueWeight": trial.clue_weight,
        "decoy": trial.decoy_token,
        "decoyWeight": trial.decoy_weight,
        "experiments": {name: trial.experiments[name] for name in SHOWN},
    }


def asked_of(case: CaseFacts, filling: str) -> CaseAsked:
    """What is asked of a case's sentence with this filling."""
    return CaseAsked(case["rivals"], (case["first"], len(filling.split())), case["layer"], case["changes"])
