"""The data for the flight: first what the whole picture shows, by the names of the library's activations; then, as one
flies in, whatever the places there need."""

import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Trace, Translation, Translator
from transformer.analysis.evaluation.confidence import quality_features
from viewer.app.page import Visit
from viewer.engine.live.offer import offer
from viewer.frame.passage import Passage, passage_of
from viewer.pictures.watch.translate.comparison import rate
from viewer.transport.payload import Payload
from viewer.widgets.language import source_language, target_language
from viewer.widgets.tokens import as_facts, chips, chips_within

CANDIDATES = 5  # of each step
NEEDED = "flight_needs"  # in the session's state: what the browser asked for, which has no model of its own
MOST_NEEDS = 4
_OF_LAYER = r"layer\.(encoder|decoder)\.(\d{1,3})"
_OF_NEURON = r"neuron\.(encoder|decoder)\.(\d{1,3})\.(\d{1,5})"


def of_visit(visit: Visit) -> Payload | None:
    """The payload of a visit, with what its browser has asked for."""
    return payload(visit.model, visit.sentence, tuple(st.session_state.get(NEEDED, ())) if not visit.alone else ())


def take_needs(needs: Any) -> None:
    """Remember what the browser asks for; texts from there are checked where they are used."""
    st.session_state[NEEDED] = [each for each in needs if isinstance(each, str)][-MOST_NEEDS:]


def payload(name: str, sentence: str, needs: Sequence[str] = ()) -> Payload | None:
    """The picture of a sentence and its beam-search translation, with how far to trust it; None if there is nothing to
    translate.

    Args:
        name: of the model. sentence: as typed. needs: as `needsOf` of place.js writes them; what isn't is ignored.

    Raises:
        GlassformerError: as for `resources.load_model`.
    """
    passage = passage_of(name, sentence)
    if passage is None:
        return None
    translator, translation, trace = passage.translator, passage.translation, passage.trace
    made = drawing(translator, translation, trace)
    source = translation.source
    signs = quality_features(
        source, translation.hypothesis.tokens, trace, translator.trust(source), translator.alignment_layer
    )
    badge = rate(name, translation, signs)
    trust = {"level": badge.level.value, "title": badge.title, "reasons": badge.reasons}
    engine = offer(name, translator, "pictures/watch/flight/live.js")
    deep: dict[str, Tensor] = {}
    for need in needs:
        deep |= needed(passage, need)
    facts = {**made.facts, "sentence": sentence, "trust": trust, "engine": engine, "needs": list(needs)}
    return Payload(facts, {**made.tensors, **deep})


def needed(passage: Passage, need: str) -> Mapping[str, Tensor]:
    """The tensors of a place in the model; none for a text that names no place."""
    trace, model = passage.trace, passage.translator.model
    if found := re.fullmatch(_OF_LAYER, need):
        return {name: trace[name] for name in trace if name.startswith(f"{found[1]}.{int(found[2])}.")}
    if need in ("embed.encoder", "embed.decoder"):
        stack = need.removeprefix("embed.")
        return {f"{stack}.{each}": trace[f"{stack}.{each}"] for each in ("embedding", "positions", "input")}
    if found := re.fullmatch(r"next\.(\d{1,4})", need):
        steps = _candidates(passage.translator, trace, passage.translation.hypothesis.tokens)
        ids = [each["id"] for each in steps[min(int(found[1]), len(steps) - 1)]]
        made = {"decoder.output": trace["decoder.output"], "rows.vocabulary": model.output_projection.weight[ids]}
        bias = model.output_projection.bias
        return made if bias is None else {**made, "rows.vocabulary_bias": bias[ids]}
    if found := re.fullmatch(_OF_NEURON, need):
        layers = getattr(model, f"{found[1]}_layers")
        expand = layers[min(int(found[2]), len(layers) - 1)].feed_forward.expand
        neuron = min(int(found[3]), len(expand.bias) - 1)
        return {"rows.expand": expand.weight[neuron : neuron + 1], "rows.bias": expand.bias[neuron : neuron + 1]}
    return {}


def drawing(translator: Translator, translation: Translation, trace: Trace) -> Payload:
    """The picture of a translation, made by the model as it is or with a change in it.

    Args:
        trace: teacher-forced on the translation.
    """
    steps = len(translation.tokens)  # a translation that was cut off has a last position that wrote nothing
    config = translator.model.config
    leaves = "residual" if config.norm == "pre" else "norm"
    shown = re.compile(rf"(encoder|decoder)\.(input|\d+\.(feed_forward\.{leaves}|\w+_attention\.weights))")
    language = target_language(translator)
    facts: dict[str, Any] = {
        "sentence": translation.source.text,
        "source": as_facts(chips(trace.source_tokens)),
        "target": as_facts(chips(trace.target_tokens[:steps])),
        "output": as_facts(chips(translation.tokens)),
        "ids": list(translation.hypothesis.tokens),
        "text": translation.text,
        "trust": None,
        "language": {"code": language.code, "name": language.name},
        "reads": source_language(translator).name,
        "alignedLayer": translator.alignment_layer,
        "leaves": leaves,
        "sizes": {
            "layers": {"encoder": config.encoder_layers, "decoder": config.decoder_layers},
            "heads": config.heads,
            "D": config.d_model,
            "d_k": config.d_k,
            "activation": config.activation,
        },
        "candidates": _candidates(translator, trace, translation.hypothesis.tokens),
    }
    tensors: dict[str, np.ndarray | Tensor] = {name: trace[name].half() for name in trace if shown.fullmatch(name)}
    return Payload(facts, tensors)


def _candidates(translator: Translator, trace: Trace, taken: Sequence[int]) -> list[list[dict[str, Any]]]:
    """The most probable tokens of every step, and the one that was taken where it is not among them."""
    vocabulary = translator.tokenizer.vocabulary
    probabilities = torch.softmax(trace["logits"], dim=-1)
    made = []
    for row, token in zip(probabilities[: len(taken)], taken, strict=True):
        best = row.topk(CANDIDATES).indices.tolist()
        if token not in best:
            best[-1] = token
        made.append(
            [
                {
                    "id": each,
                    "text": chip.text,
                    "joined": chip.joined,
                    "probability": float(row[each]),
                    "taken": each == token,
                }
                for each in best
                for chip in chips_within([vocabulary[each]])
            ]
        )
    return made
