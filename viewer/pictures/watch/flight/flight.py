"""The data for the flight: what the whole picture shows, and, for a browser without a model of its own, what a place in
it needs."""

from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypedDict

import streamlit as st

from transformer import ModelConfig, Translation, Translator
from transformer.analysis.evaluation.confidence import QualityFeatures, quality_features
from viewer.app import resources
from viewer.app.page import Visit
from viewer.engine.live.offer import is_left_to, offer
from viewer.frame.activations import activations, expand, of_attentions, sentence_facts
from viewer.frame.facts import SentenceFacts, activation_facts
from viewer.frame.parameters import found_or_sent, output_matrix
from viewer.frame.passage import Passage, passage_of
from viewer.pictures.watch.steps.player import CandidateFacts, candidates_of
from viewer.pictures.watch.translate.badge import rate
from viewer.transport.constants import Made
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language

WHOLE = (
    *(f"{stack}.{name}" for stack in ("encoder", "decoder") for name in ("input", "*.feed_forward.after")),
    *of_attentions("weights"),
)
NEEDED = "flight_needs"  # in the session's state: what the browser asked for, which has no model of its own
MOST_NEEDS = 64


class FlightModel(TypedDict):
    """What the flight says of the model; `matrix` is the module that holds the output's."""

    language: str
    code: str
    reads: str
    alignedLayer: int
    norm: Literal["pre", "post"]
    activation: str
    matrix: str


class FlightPassage(SentenceFacts):
    """A passage with the likeliest tokens of every step."""

    candidates: Sequence[Sequence[CandidateFacts]]


class FlightMeasured(TypedDict):
    """How far to trust the translation."""

    level: Literal["good", "careful", "poor"]
    title: str
    reasons: Sequence[str]


def take_needs(needs: Any) -> None:
    """Remember what the browser asks for; texts from there are checked where they are used."""
    st.session_state[NEEDED] = [each for each in needs if isinstance(each, str)][:MOST_NEEDS]


def payload(visit: Visit) -> Made | None:
    """The picture of a sentence and its beam-search translation, with how far to trust it; None if there is nothing to
    translate.

    Raises:
        GlassformerError: as for `resources.load_model`.
    """
    name, translator, sentence = visit.model, visit.translator, visit.sentence
    if resources.read(name, sentence).empty:
        return None
    engine = offer(name, translator, needs=visit.needs, decode={"kind": "whole"})
    if is_left_to(engine, visit.in_browser):  # it draws the picture: send only the badge
        made, translation = Payload(_facts_of(translator, sentence)), resources.beam_search(name, sentence)
        measured = trust(name, translation, resources.signs(name, sentence, translation.hypothesis.tokens))
    else:
        passage = passage_of(name, sentence)
        assert passage is not None, "there is something to translate"
        asked = () if visit.alone else st.session_state.get(NEEDED, ())
        made = drawing(passage, (*visit.needs, *(each for each in asked if each in passage.trace)))
        source, tokens = passage.translation.source, passage.translation.hypothesis.tokens
        signs = quality_features(source, tokens, passage.trace, translator.trust(source), translator.alignment_layer)
        measured = trust(name, passage.translation, signs)
    found, sent = found_or_sent(name, modules(translator.model.config), translator)
    facts = {**made.facts, "frame": {"parameters": found}, "engine": engine, "measured": measured}
    return Made(Payload(facts, {**made.tensors, **sent}))


def drawing(passage: Passage, needs: Iterable[str] = WHOLE) -> Payload:
    """The picture of a translation, made by the model as it is or with a change in it."""
    own: FlightPassage = {**sentence_facts(passage), "candidates": candidates_of(passage.translation)}
    facts = _facts_of(passage.translator, passage.typed, own)
    return Payload(facts, {**activations(passage.trace, expand(needs, passage.translator.model.config))})


def _facts_of(translator: Translator, sentence: str, passage: FlightPassage | None = None) -> dict[str, Any]:
    return {**of_model(translator), "frame": {"parameters": None}, **activation_facts(None, sentence, passage)}


def of_model(translator: Translator) -> FlightModel:
    """What belongs to the model."""
    config, language = translator.model.config, target_language(translator)
    return {
        "language": language.name,
        "code": language.code,
        "reads": source_language(translator).name,
        "alignedLayer": translator.alignment_layer,
        "norm": config.norm,
        "activation": config.activation,
        "matrix": output_matrix(config),
    }


def modules(config: ModelConfig) -> tuple[str, ...]:
    """The modules of whose matrices a product shows a row."""
    return ("encoder_layers.*.feed_forward.expand", "decoder_layers.*.feed_forward.expand", output_matrix(config))


def trust(name: str, translation: Translation, signs: QualityFeatures) -> FlightMeasured:
    """The badge, for the browser."""
    badge = rate(name, translation, signs)
    return {"level": badge.level.value, "title": badge.title, "reasons": badge.reasons}
