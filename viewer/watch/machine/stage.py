"""What the picture of the whole model is given: every token's vector after every layer, all attention, candidates."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from torch import Tensor

from transformer import Trace
from transformer.analysis.measures.stream import SUBLAYERS, stream
from transformer.model.attentions import STACKS, all_layers
from viewer.walk.frame.passage import Passage, passage_of
from viewer.watch.translate.badge import Badge
from viewer.watch.translate.cards import opening_token
from viewer.widgets.language import written_by
from viewer.widgets.payload import Payload
from viewer.widgets.tokens import as_facts, chips, chips_within

CANDIDATES = 5  # of each step
CELLS = 8  # numbers shown of each vector


def payload(name: str, sentence: str, badge: Badge) -> Payload | None:
    """The picture of a sentence and of its translation by beam search; None where there is nothing to translate.

    Args:
        name: of the model. sentence: as typed. badge: how far to trust the translation.

    Raises:
        GlassformerError: as `resources.loaded`.
    """
    passage = passage_of(name, sentence)
    if passage is None:
        return None
    trace, translation = passage.trace, passage.translation
    steps = len(translation.tokens)  # a translation that was cut off has a last position that wrote nothing
    count = {"encoder": len(trace.source_tokens), "decoder": steps}
    streams = {stack: stream(trace, stack)[:: len(SUBLAYERS[stack]), : count[stack]] for stack in STACKS}
    weights = {
        "encoder": all_layers(trace, "encoder", "weights"),
        "decoder": all_layers(trace, "decoder", "weights")[:, :, :steps, :steps],
        "cross": all_layers(trace, "cross", "weights")[:, :, :steps],
    }
    aligned = passage.translator.alignment_layer
    looks = weights["cross"][aligned].mean(dim=0).numpy()
    facts: dict[str, Any] = {
        "sizes": {"S": len(trace.source_tokens), "T": steps, "D": streams["encoder"].size(-1)},
        "layers": {stack: len(tensor) - 1 for stack, tensor in streams.items()},
        "source": as_facts(chips(trace.source_tokens)),
        "target": as_facts(chips(trace.target_tokens[:steps])),
        "output": as_facts(chips(translation.tokens)),
        "text": translation.text,
        "trust": {"level": badge.level.value, "title": badge.title, "reasons": badge.reasons},
        "language": {"code": written_by(passage.translator).code, "name": written_by(passage.translator).name},
        "alignedLayer": aligned,
        "first": first_row(looks, opening_token(translation.tokens, looks, trace.source_tokens)),
        "cells": {stack: _telling_dimensions(tensor) for stack, tensor in streams.items()},
        "candidates": _candidates(passage, trace, translation.tokens),
    }
    tensors: dict[str, np.ndarray | Tensor] = {stack: tensor.half() for stack, tensor in streams.items()}
    tensors |= {f"{kind}.weights": tensor.mean(dim=1).half() for kind, tensor in weights.items()}
    return Payload(facts, tensors)


def first_row(looks: np.ndarray, otherwise: int) -> int:
    """The row to rest at: one that looks hard at a word before the last one looked at, since order is what attention
    frees a translation from; `otherwise` where no row goes back.

    Args:
        looks: (T, S), the weights of the layer that aligns best.
    """
    best, strength = looks.argmax(axis=1), looks.max(axis=1)
    back = [row for row in range(1, len(best)) if best[row] < best[:row].max() and strength[row] > 0.5]
    return max(back, key=lambda row: float(strength[row]), default=otherwise)


def _telling_dimensions(tensor: Tensor) -> list[int]:
    """The dimensions of (layers + 1, T, D) in which the tokens differ most, each layer counting alike."""
    alike = tensor / tensor.square().mean(dim=(1, 2), keepdim=True).sqrt()
    return sorted(alike.var(dim=1, unbiased=False).sum(dim=0).topk(min(CELLS, tensor.size(-1))).indices.tolist())


def _candidates(passage: Passage, trace: Trace, taken: Sequence[str]) -> list[list[dict[str, Any]]]:
    """The most probable tokens of every step, and the one that was taken where it is not among them."""
    vocabulary = passage.translator.tokenizer.vocabulary
    probabilities = torch.softmax(trace["logits"], dim=-1)
    made = []
    for row, token in zip(probabilities[: len(taken)], taken, strict=True):
        best = row.topk(CANDIDATES).indices.tolist()
        names = [vocabulary[each] for each in best]
        if token not in names:
            best[-1] = vocabulary.index(token)
            names[-1] = token
        made.append(
            [
                {"text": chip.text, "joined": chip.joined, "probability": float(row[each]), "taken": name == token}
                for each, name in zip(best, names, strict=True)
                for chip in chips_within([name])
            ]
        )
    return made
