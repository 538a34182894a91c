"""The data for the picture of the whole model: every token's vector after every layer, all attention, candidates."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from transformer import Trace, Translation, Translator
from transformer.analysis.evaluation.confidence import quality_features
from transformer.analysis.measures.stream import SUBLAYERS, stream
from transformer.model.attentions import STACKS, all_layers
from viewer.engine.live.offer import offer
from viewer.frame.passage import passage_of
from viewer.pictures.watch.translate.comparison import rate
from viewer.transport.payload import Payload
from viewer.widgets.language import read_by, written_by
from viewer.widgets.tokens import as_facts, chips, chips_within

CANDIDATES = 5  # of each step


def payload(name: str, sentence: str) -> Payload | None:
    """The picture of a sentence and its beam-search translation, with how far to trust it; None if there is nothing to
    translate.

    Args:
        name: of the model. sentence: as typed.

    Raises:
        GlassformerError: as for `resources.loaded`.
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
    engine = offer(name, translator, "pictures/watch/machine/live.js")
    facts = {**made.facts, "sentence": sentence, "trust": trust, "engine": engine}
    return Payload(facts, made.tensors)


def drawing(translator: Translator, translation: Translation, trace: Trace) -> Payload:
    """The picture of a translation, made by the model as it is or with a change in it.

    Args:
        trace: teacher-forced on the translation.
    """
    steps = len(translation.tokens)  # a translation that was cut off has a last position that wrote nothing
    count = {"encoder": len(trace.source_tokens), "decoder": steps}
    streams = {stack: stream(trace, stack)[:: len(SUBLAYERS[stack]), : count[stack]] for stack in STACKS}
    weights = {
        "encoder": all_layers(trace, "encoder", "weights"),
        "decoder": all_layers(trace, "decoder", "weights")[:, :, :steps, :steps],
        "cross": all_layers(trace, "cross", "weights")[:, :, :steps],
    }
    language = written_by(translator)
    facts: dict[str, Any] = {
        "sentence": translation.source.text,
        "source": as_facts(chips(trace.source_tokens)),
        "target": as_facts(chips(trace.target_tokens[:steps])),
        "output": as_facts(chips(translation.tokens)),
        "text": translation.text,
        "trust": None,
        "language": {"code": language.code, "name": language.name},
        "reads": read_by(translator).name,
        "alignedLayer": translator.alignment_layer,
        "candidates": _candidates(translator, trace, translation.hypothesis.tokens),
    }
    tensors: dict[str, np.ndarray | Tensor] = {stack: tensor.half() for stack, tensor in streams.items()}
    tensors |= {f"{kind}.weights": tensor.mean(dim=1).half() for kind, tensor in weights.items()}
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
                {"text": chip.text, "joined": chip.joined, "probability": float(row[each]), "taken": each == token}
                for each in best
                for chip in chips_within([vocabulary[each]])
            ]
        )
    return made
