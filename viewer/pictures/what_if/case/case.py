"""What the page of cases is sent: the model's cases, and their sentences up to where the model must choose."""

from collections.abc import Sequence
from typing import Any, TypedDict

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Translator
from transformer.analysis.cases import load_case
from viewer.app import resources, shell
from viewer.app.budget import within_budget
from viewer.app.page import UnansweredError, Visit
from viewer.engine.live.offer import offer
from viewer.pictures.what_if.case.passage import case_passage
from viewer.pictures.what_if.case.records import BLANK, FIRST, CaseFacts, asked_of, cases_of
from viewer.pictures.what_if.case.snippet import SNIPPET
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language

ASKED = "case_asked"  # in the session's state: the case and the filling that the browser asks for
LONGEST = 60  # characters of a filling
FINEST = 512  # parts of a weight


class CaseModel(TypedDict):
    """What the page says of the model, its cases, and the code that repeats an experiment."""

    model: str
    language: str
    code: str
    reads: str
    cases: Sequence[CaseFacts]
    snippet: str


class CaseMade(TypedDict):
    """Which sentence a passage is of: the tensor `weights.0` belongs to the first one."""

    case: str
    filling: str
    passage: Any


def take_asked(chosen: Any) -> None:
    """Remember what a browser without a model of its own asks for."""
    if isinstance(chosen, dict):
        st.session_state[ASKED] = (str(chosen.get("case")), str(chosen.get("filling"))[:LONGEST])


def offer_case(visit: Visit) -> None:
    """Link to the model's first case from a page about one of its sentences."""
    for case in cases_of(visit.model)[:1]:
        for row in case["rows"]:
            if case["frame"].replace(BLANK, row["filling"]) == visit.sentence:
                name = f"A case: why “{row['expected']}”, before the noun?"
                st.page_link(shell.link("case"), label=name, icon=":material/search:")


def payload(visit: Visit) -> Payload:
    """The cases, and one sentence; a page without a server gets those of the whole wheel.

    Raises:
        UnansweredError: if no case was measured on the model.
    """
    translator, cases = visit.translator, cases_of(visit.model)
    if not cases:
        sentence = load_case("en-fr", FIRST[0]).fillings[0].sentence
        written = resources.beam_search(visit.model, sentence).text
        raise UnansweredError(
            f"No case was measured on this model. It makes “{written}” of “{sentence}”, and which heads choose its "
            "words isn’t known. Choose English to French above to see a case."
        )
    wanted: tuple[str, str] = ("", "") if visit.alone else st.session_state.get(ASKED, ("", ""))
    made: list[CaseMade] = []
    tensors: dict[str, np.ndarray | Tensor] = {}
    for case in cases:
        fillings = [row["filling"] for row in case["rows"]]
        shown = fillings if visit.alone else [wanted[1]] if wanted[0] == case["name"] else fillings[: case is cases[0]]
        for filling in shown:
            found = _passage(visit.model, case["name"], filling, translator)
            if found:
                # Rounds to what can be seen of a ribbon: so they take half as many bytes.
                rounded = {name: torch.as_tensor(each).mul(FINEST).round() for name, each in found.tensors.items()}
                tensors |= {f"{name}.{len(made)}": each.div(FINEST).half() for name, each in rounded.items()}
                made.append({"case": case["name"], "filling": filling, "passage": found.facts})
    facts: CaseModel = {
        "model": visit.model,
        "language": target_language(translator).name,
        "code": target_language(translator).code,
        "reads": source_language(translator).name,
        "cases": cases,
        "snippet": SNIPPET,
    }
    return Payload({**facts, "engine": offer(visit.model, translator), "passages": made}, tensors)


@within_budget
def _passage(name: str, case: str, filling: str, _translator: Translator) -> Payload | None:
    own = next(each for each in cases_of(name) if each["name"] == case)
    sentence = own["frame"].replace(BLANK, filling)
    if resources.read(name, sentence).empty:
        return None
    return case_passage(_translator, sentence, asked_of(own, filling))
