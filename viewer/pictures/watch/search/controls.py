"""The fields of Greedy and beam, and what they choose."""

from collections.abc import Mapping
from typing import Any, TypedDict

import streamlit as st

from transformer import shipped_models
from transformer.analysis.evaluation.search_comparison import SearchComparison
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM
from transformer.model.measurements import load_measurement
from viewer.app import sliders, state
from viewer.app.page import Visit
from viewer.engine.live.offer import is_left_to, offer
from viewer.frame.facts import activation_facts
from viewer.pictures.watch.json_download import json_download
from viewer.pictures.watch.search import tree
from viewer.pictures.watch.search.scores import SearchScores, scores
from viewer.pictures.watch.sentence_menu import sentence_menu
from viewer.transport.payload import Payload

# Which of both translations is right, where people have looked: the model can't tell.
JUDGED = {
    state.PARTING["fr"]: "Here the beam is right: “rient” is for several who laugh, and there is one nephew.",
    state.PARTING["de"]: "Here the beam is right: greedy forgets the writer.",
}


class SearchModel(TypedDict):
    """How the page searches, with which model, and how well both searches do on test sets."""

    size: int
    alpha: float
    layers: int
    heads: int
    alignedLayer: int
    scores: SearchScores | None
    judged: Mapping[str, str]


def ask_for_beam(visit: Visit) -> dict[str, int]:
    """Ask for the beam size, and offer sentences on which both searches differ."""
    compared = load_measurement(visit.model, SearchComparison)
    with st.container(key="from_understand_beam", width="content"):
        beam = sliders.beam_slider("search", 320)
    sliders.keep_alpha(sliders.alpha())
    if compared and compared.examples:
        sentence_menu(
            "Sentences where they differ",
            "Out of many sentences, those where beam search beats greedy by most.",
            [example.source for example in compared.examples],
            key="parting_sentences",
            icon=":material/alt_route:",
        )
    return {"beam": beam}


def searches(visit: Visit) -> Payload:
    """Both searches of the sentence, step by step."""
    translator, size = visit.translator, visit.chosen.get("beam", DEFAULT_BEAM)
    decode = {"kind": "tree", "size": size, "alpha": DEFAULT_ALPHA}
    engine = offer(visit.model, translator, needs=visit.needs, decode=decode)
    found = None if is_left_to(engine, visit.in_browser) else _search(visit)
    model: SearchModel = {
        "size": size,
        "alpha": DEFAULT_ALPHA,
        "layers": translator.model.config.decoder_layers,
        "heads": translator.model.config.heads,
        "alignedLayer": translator.alignment_layer,
        "scores": scores(load_measurement(visit.model, SearchComparison)),
        "judged": JUDGED if visit.model in shipped_models() else {},
    }
    passage = tree.passage(visit.sentence, found) if found else None
    facts = activation_facts(engine, visit.sentence, passage)
    return Payload({**model, **facts}, found.attention if found else {})


def offer_download(visit: Visit) -> None:
    """Offer the beam search as a file."""
    json_download(
        "Download the whole search as JSON",
        _search(visit).beam.as_json,
        "glassformer-search.json",
        "Every hypothesis, the most probable tokens of each step, scores, alignment and all cross-attention.",
    )


def keep_alpha(chosen: Any) -> None:
    """Share the length penalty that was chosen in the picture with other pages."""
    if chosen is not None:
        sliders.keep_alpha(state.sensible_alpha(chosen))


def _search(visit: Visit) -> tree.BothSearches:
    return tree.search(visit.model, visit.sentence, visit.chosen.get("beam", DEFAULT_BEAM), DEFAULT_ALPHA)
