"""Attributions read off attention: its weights, and its weights times the norms of what they carry.

One decoder layer is read, the one that aligns best, mean over its heads: cross-attention for the source, masked
self-attention for the earlier target tokens. None of it knows of a rival.
"""

import torch
from torch import Tensor

from transformer.attribution.question import Question
from transformer.decoding.trace import Trace
from transformer.model.attentions import attention_at, head_shares, place
from transformer.model.transformer import Transformer


def attention(question: Question) -> Tensor:
    """Weights of the step that writes the token, (S + P)."""
    return _weights(question, question.written)


def attention_read_back(question: Question) -> Tensor:
    """Weights of the step that reads the token back, (S + P): where a model looks for what it has just said."""
    return _weights(question, question.read_back)


def value_norms(question: Question) -> Tensor:
    """Lengths of the weighted values at the step that writes the token (Kobayashi et al. 2020, arXiv 2004.10102).

        ‖Σ_h α_h,ij v_h,j W^O_h‖

    Returns:
        (S + P).
    """
    return _norms(question, question.written)


def value_norms_read_back(question: Question) -> Tensor:
    """The same at the step that reads the token back, (S + P)."""
    return _norms(question, question.read_back)


def weighted_value_norms(model: Transformer, trace: Trace, place: str) -> Tensor:
    """‖Σ_h α_h,ij v_h,j W^O_h‖ of every query and key of one attention, (T, S)."""
    carried = head_shares(trace[f"{place}.value"], attention_at(model, place).output_projection)  # (H, S, D)
    return torch.einsum("hts,hsd->tsd", trace[f"{place}.weights"], carried.to(trace[f"{place}.weights"])).norm(dim=-1)


def _weights(question: Question, row: int) -> Tensor:
    layer = question.translator.alignment_layer
    cross, own = (question.trace[f"{place(kind, layer)}.weights"][:, row].mean(dim=0) for kind in ("cross", "decoder"))
    return torch.cat([cross, own[: len(question.prefix)]])


def _norms(question: Question, row: int) -> Tensor:
    model, layer = question.translator.model, question.translator.alignment_layer
    cross, own = (weighted_value_norms(model, question.trace, place(kind, layer))[row] for kind in ("cross", "decoder"))
    return torch.cat([cross, own[: len(question.prefix)]])
