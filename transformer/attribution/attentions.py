"""Attributions taken from attention: its weights, and its weights times the norms of what they carry.

They come from one decoder layer, the one that aligns best, mean over its heads: cross-attention for the source, masked
self-attention for the earlier target tokens. None of them takes a rival into account.
"""

import torch
from torch import Tensor

from transformer.attribution.question import Question
from transformer.decoding.trace import Trace
from transformer.model.attentions import attention_at, head_shares, place
from transformer.model.transformer import Transformer


def attention(question: Question, row: int) -> Tensor:
    """Weights of one target position, (S + P)."""
    layer, trace = question.translator.alignment_layer, question.trace
    read = len(trace.target_tokens)  # in one stack, the source's rows and columns come before
    cross = trace.source_attention(layer)[:, row].mean(dim=0)
    own = trace[f"{place('decoder', layer)}.weights"][:, row - read, -read:].mean(dim=0)
    return torch.cat([cross, own[: len(question.prefix)]])


def value_norms(question: Question, row: int) -> Tensor:
    """Lengths of the weighted values at one target position (Kobayashi et al. 2020, arXiv 2004.10102), (S + P).

    ‖Σ_h α_h,ij v_h,j W^O_h‖
    """
    model, layer = question.encoder_decoder, question.translator.alignment_layer
    places = (place(kind, layer) for kind in ("cross", "decoder"))
    cross, own = (weighted_values(model, question.trace, each)[row].norm(dim=-1) for each in places)
    return torch.cat([cross, own[: len(question.prefix)]])


def weighted_values(model: Transformer, trace: Trace, place: str) -> Tensor:
    """Σ_h α_h,ij v_h,j W^O_h of every query and key of one attention, (T, S, D)."""
    weights = trace[f"{place}.weights"]
    values = head_shares(trace[f"{place}.value"], attention_at(model, place).output_projection)  # (H, S, D)
    return torch.einsum("hts,hsd->tsd", weights, values.to(weights))
