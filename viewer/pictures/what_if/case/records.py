"""The cases that were measured on a model, in the browser's form."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, TypedDict

from transformer import Translator
from transformer.assets import asset
from viewer.pictures.what_if.case.passage import CaseAsked, ChangeAsked

BLANK = "___"


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

    `moved` and `holding` have their 95% intervals beside them.
    """

    name: str
    title: str
    frame: str
    rivals: Sequence[str]
    leader: str
    understudy: str
    pairs: int
    moved: tuple[float, float, float]
    holding: tuple[float, float, float]
    heldOut: int
    rows: Sequence[CaseRow]


def cases_of(model: str, _translator: Translator) -> list[CaseFacts]:
    """The cases whose first head looks at the source, in the order of the alphabet."""
    found = [json.loads(path.read_text(encoding="utf-8")) for path in sorted((asset("cases") / model).glob("*.json"))]
    return [_facts(each) for each in found if each["leader"].startswith("cross.")]


def _facts(case: Any) -> CaseFacts:
    moved = next(each["moved"] for each in case["heads"] if _name(each) == case["leader"])
    return {
        "name": case["name"],
        "title": case["title"],
        "frame": case["frame"],
        "rivals": case["rivals"],
        "leader": case["leader"],
        "understudy": case["understudy"],
        "pairs": case["pairs"],
        "moved": _interval(moved),
        "holding": _interval(case["holding"]),
        "heldOut": len(case["held_out"]),
        "rows": [_row(each) for each in case["fillings"]],
    }


def _name(head: Any) -> str:
    return f"{head['kind']}.{head['layer']}.{head['head']}"


def _interval(found: Any) -> tuple[float, float, float]:
    return found["value"], found["low"], found["high"]


def _row(trial: Any) -> CaseRow:
    return {
        "filling": trial["filling"],
        "expected": trial["expected"],
        "shares": trial["shares"],
        "clueWeight": trial["clue_weight"],
        "decoy": trial["decoy_token"],
        "decoyWeight": trial["decoy_weight"],
        "experiments": {each["name"]: each["shares"] for each in trial["experiments"]},
    }


def asked_of(case: CaseFacts, filling: str) -> CaseAsked:
    """What is asked of a case's sentence with this filling: first as it is, then each experiment of the story."""
    before = case["frame"].partition(BLANK)[0]
    changes: list[ChangeAsked] = [
        {"hide": [], "heads": []},
        {"hide": ["decoy"], "heads": []},
        {"hide": ["clue"], "heads": []},
        {"hide": [], "heads": [case["leader"]]},
        {"hide": [], "heads": [case["leader"], case["understudy"]]},
    ]
    layer = int(case["leader"].split(".")[1])
    return CaseAsked(case["rivals"], (len(before.split()), len(filling.split())), layer, changes)
