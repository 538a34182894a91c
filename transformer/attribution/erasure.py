"""Attributions by taking something away: a whole word, or what attention would carry from it."""

import math
from collections.abc import Mapping

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.attribution.question import Question
from transformer.decoding.trace import Trace
from transformer.edits.places import end_of, start_of
from transformer.model.masks import causal_mask
from transformer.model.one_stack import OneStack
from transformer.model.transformer import Transformer

AT_ONCE = 32  # in one batch, a long sentence's would take hundreds of megabytes


@torch.no_grad()
def output_without(question: Question, removed: Tensor) -> Tensor:
    """The decoder's output where the token is predicted, with some words removed, (N, D).

    A removed token's embedding is zero, and no other position can look at it; the others keep their positions.

    Args:
        removed: (N, S + P), True where a token is removed; at least one source token is left.
    """
    return torch.cat([_without(question, some) for some in removed.split(AT_ONCE)])


def _without(question: Question, removed: Tensor) -> Tensor:
    device = question.translator.model.output_projection.weight.device
    source, prefix = removed.to(device).split([len(question.source), len(question.prefix)], dim=1)
    heard, rows = source.unique(dim=0, return_inverse=True)  # the encoder runs once for all rows that remove none of it
    if isinstance(question.translator.model, OneStack):
        prefix = removed.to(device)  # the decoder reads both

    def probe(name: str, value: Tensor) -> Tensor:
        own = heard if name.startswith("encoder") else prefix
        if name.endswith(".embedding"):
            return value.masked_fill(own[:, :, None], 0.0)
        if name.endswith(".self_attention.masked_scores"):
            hidden = own[:, None] & ~torch.eye(own.size(1), dtype=torch.bool, device=device)  # it still sees itself
            return value.masked_fill(hidden[:, None], -math.inf)
        if name.endswith(".cross_attention.masked_scores"):
            return value.masked_fill(source[:, None, None], -math.inf)
        return value

    return question.hidden(rows, probe)


def leave_one_out(question: Question) -> Tensor:
    """How much the score falls when a token is removed, (S + P), see `output_without`."""
    count = len(question.source) + len(question.prefix)
    removed = torch.cat([torch.zeros(1, count, dtype=torch.bool), torch.eye(count, dtype=torch.bool)])
    scores = question.score(output_without(question, removed)).cpu()
    return scores[0] - scores[1:]


@torch.no_grad()
def value_zeroing(question: Question) -> Tensor:
    """How far a decoder layer's output turns when a token's value vectors are zero in it (Mohebbi et al. 2023).

        1 − cos(x, x without v_j),   at the step that writes the token, mean over the decoder's layers

    Each layer separately, with its actual inputs (arXiv 2301.12971). What the encoder has already mixed is not traced:
    a source position is its encoded vector. It takes no rival into account.

    Returns:
        (S + P).
    """
    model, trace, positions = question.encoder_decoder, question.trace, len(question.prefix)
    layers = range(model.config.decoder_layers)

    def turned(zero: Tensor) -> Tensor:
        source, prefix = zero.split([len(question.source), positions], dim=1)
        values = {"cross_attention": source, "self_attention": prefix}
        return torch.stack([layer_turn(model, trace, layer, positions, values)[:, -1] for layer in layers])

    each_alone = torch.eye(len(question.source) + positions, dtype=torch.bool)
    return torch.cat([turned(some).mean(dim=0) for some in each_alone.split(AT_ONCE)]).clamp_min(0)


@torch.no_grad()
def layer_turn(model: Transformer, trace: Trace, layer: int, positions: int, zero: Mapping[str, Tensor]) -> Tensor:
    """How far a decoder layer's output turns at its first positions when values are zero in it: 1 − cos, (N, T).

    Args:
        positions: T. zero: by the attention's module (N, S) or (N, T), True where a token's values are zero.
    """
    device, place = model.output_projection.weight.device, f"decoder.{layer}"
    hidden = {f"{module}.value": cells.to(device)[:, None, :, None] for module, cells in zero.items()}

    def probe(name: str, value: Tensor) -> Tensor:
        return value.masked_fill(hidden[name], 0.0) if name in hidden else value

    rows = len(next(iter(zero.values())))
    names = start_of(model.config, place), end_of(model.config, place)
    before, after = (trace[name][:positions].to(device) for name in names)
    both = (each.to(device).expand(rows, -1, -1) for each in (before, trace["encoder.output"]))
    changed = model.decoder_layers[layer](*both, causal_mask(positions, device), None, probe=probe)
    return (1 - F.cosine_similarity(changed, after[None], dim=-1)).cpu()
