"""Attributions by taking something away: a whole word, or what attention would carry from it."""

import math

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.attribution.question import Question
from transformer.edits.places import end_of, layer_places
from transformer.model.masks import causal_mask

AT_ONCE = 32  # passes, or layers: what all of a long sentence's would hold takes hundreds of megabytes


@torch.no_grad()
def without(question: Question, removed: Tensor) -> Tensor:
    """The decoder's output where the token is said, with some words removed, (N, D).

    A removed token's embedding is zero, and no other position may look at it; the places of the others stay as they
    are.

    Args:
        removed: (N, S + P), True where a token is removed; of the source one is left at least.
    """
    return torch.cat([_without(question, some) for some in removed.split(AT_ONCE)])


def _without(question: Question, removed: Tensor) -> Tensor:
    device = question.translator.model.output_projection.weight.device
    source, prefix = removed.to(device).split([len(question.source), len(question.prefix)], dim=1)

    def probe(name: str, value: Tensor) -> Tensor:
        if name.endswith(".embedding"):
            return value.masked_fill((source if name.startswith("encoder") else prefix)[:, :, None], 0.0)
        if name.endswith(".masked_scores"):
            keys = prefix if name.endswith("self_attention.masked_scores") and name.startswith("decoder") else source
            hidden = keys[:, None, None, :]
            if name.endswith("self_attention.masked_scores"):
                hidden = hidden & ~torch.eye(keys.size(1), dtype=torch.bool, device=device)  # itself it still sees
            return value.masked_fill(hidden, -math.inf)
        return value

    return question.hidden(len(removed), probe)


def leave_one_out(question: Question) -> Tensor:
    """How much the score falls when a token is removed, (S + P), see `without`."""
    count = len(question.source) + len(question.prefix)
    removed = torch.cat([torch.zeros(1, count, dtype=torch.bool), torch.eye(count, dtype=torch.bool)])
    scores = question.score(without(question, removed)).cpu()
    return scores[0] - scores[1:]


@torch.no_grad()
def value_zeroing(question: Question) -> Tensor:
    """How far a decoder layer's output turns when a token's value vectors are zero in it (Mohebbi et al. 2023).

        1 − cos(x, x without v_j),   at the step that writes the token, mean over the decoder's layers

    Each layer for itself, with the inputs that it had (arXiv 2301.12971). What the encoder mixed before is not
    followed: a source position stands for what the encoder has made of it. None of it knows of a rival.

    Returns:
        (S + P).
    """
    each_alone = torch.eye(len(question.source) + len(question.prefix), dtype=torch.bool)
    return torch.cat([_turned(question, some) for some in each_alone.split(AT_ONCE)])


def _turned(question: Question, zero: Tensor) -> Tensor:
    """How far the layers turn, (N), with the values at zero of the tokens that are True in a row, (N, S + P)."""
    model, trace = question.translator.model, question.trace
    device = model.output_projection.weight.device
    source, prefix = zero.to(device).split([len(question.source), len(question.prefix)], dim=1)
    keys = {"cross_attention.value": source, "self_attention.value": prefix}

    def probe(name: str, value: Tensor) -> Tensor:
        return value.masked_fill(keys[name][:, None, :, None], 0.0) if name in keys else value

    memory = trace["encoder.output"].to(device).expand(len(zero), -1, -1)
    mask = causal_mask(len(question.prefix), device)
    entered, total = "decoder.input", memory.new_zeros(len(zero))
    places = [place for place in layer_places(model.config) if place.startswith("decoder.")]
    for layer, place in zip(model.decoder_layers, places, strict=True):
        x = trace[entered][: len(question.prefix)].to(device).expand(len(zero), -1, -1)
        changed = layer(x, memory, mask, None, probe=probe)[:, -1]
        entered = end_of(model.config, place)
        total += 1 - F.cosine_similarity(changed, trace[entered][question.written].to(device), dim=-1)
    return (total / len(places)).clamp_min(0).cpu()
