"""What the chapter on scores shows of attention computed otherwise: unscaled, or with a mask that is multiplied."""

from typing import Any

import torch
from torch import Tensor

from transformer.analysis.measures.what_if import (
    allowed_keys,
    changed_words,
    entropy,
    even_gradient,
    leak,
    multiplied_mask_weights,
    said_probability,
    softmax_gradient,
    unscaled_weights,
    widest_entropy,
)
from transformer.edits import unscaled
from transformer.model.attentions import ATTENTION_KINDS, all_layers
from transformer.text.special_tokens import END
from viewer.walk.frame.passage import Passage
from viewer.widgets.payload import Payload


def payload(passage: Passage) -> Payload:
    """Entropies and gradients of every row in every head; and the whole model without scaling."""
    tensors: dict[str, Tensor] = {}
    for kind in ATTENTION_KINDS:
        raw, scores, masked, weights = (
            all_layers(passage.trace, kind, name) for name in ("raw_scores", "scores", "masked_scores", "weights")
        )
        allowed = allowed_keys(masked)
        without = unscaled_weights(raw, allowed)
        tensors |= {
            f"{kind}.entropy": entropy(weights),
            f"{kind}.unscaled_entropy": entropy(without),
            f"{kind}.widest": widest_entropy(allowed[0, 0]),
            f"{kind}.gradient": softmax_gradient(weights, allowed[0, 0]),
            f"{kind}.unscaled_gradient": softmax_gradient(without, allowed[0, 0]),
            f"{kind}.even_gradient": even_gradient(allowed[0, 0]),
        }
        if kind == "decoder":
            multiplied = multiplied_mask_weights(scores, allowed)
            tensors[f"{kind}.leak"] = leak(multiplied, allowed)
    return Payload(_whole_model(passage), tensors)


def _whole_model(passage: Passage) -> dict[str, Any]:
    """How the model says the same translation when no attention in it is scaled."""
    translation = passage.translation
    edited = passage.translator.trace(translation.source.text, translation.hypothesis, edit=unscaled())
    before, after = passage.trace["logits"], edited["logits"]
    said = torch.tensor([*translation.hypothesis.tokens, END][: len(before)])
    return {
        "probability": said_probability(before, said),
        "unscaledProbability": said_probability(after, said),
        "positions": len(said),
        "changed": changed_words(after, said),
        "changedBefore": changed_words(before, said),
    }
