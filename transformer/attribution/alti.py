"""ALTI: what every token contributes to every other in each layer, traced from the embeddings to the top.

    T_ij = Σ_h α_h,ij v_h,j W^O_h (+ x_i where i = j)           what token j writes into token i, residual included
    c_ij = max(0, ‖y_i‖₁ − ‖y_i − T_ij‖₁),  rows scaled to 1     how close it brings token i to its output y_i

Ferrando et al. 2022 (ALTI, arXiv 2203.04212; for encoder and decoder, ALTI+, arXiv 2205.11631). The shares are
multiplied layer by layer, as in attention rollout; a decoder's token also takes shares of the source through
cross-attention. Biases belong to no token, and feed-forward layers are left out, since they mix no tokens; as in the
papers. In a post-norm layer T and y come after its LayerNorm, treated as linear at its actual scale. ALTI ignores the
rival.
"""

from typing import NamedTuple

import torch
from torch import Tensor, nn

from transformer.attribution.attentions import weighted_values
from transformer.attribution.question import Question
from transformer.decoding.trace import Trace
from transformer.edits.places import layer_places, start_of, stream_after
from transformer.model.transformer import Transformer


class Shares(NamedTuple):
    """Shares of each token in each target position: rows sum to 1 over both.

    Attributes:
        source: (T, S). target: (T, T), the tokens that the decoder read.
    """

    source: Tensor
    target: Tensor


def alti(question: Question) -> Tensor:
    """The shares of the step that writes the token, (S + P); they sum to 1."""
    shares = contributions_through(question.encoder_decoder, question.trace)
    row = question.predicted_at
    return torch.cat([shares.source[row], shares.target[row, : len(question.prefix)]])


@torch.no_grad()
def contributions_through(model: Transformer, trace: Trace) -> Shares:
    """Shares of every source and target token in every target position at the top of the decoder."""
    config = model.config
    source, target = len(trace.source_tokens), len(trace.target_tokens)
    dtype = trace["encoder.input"].dtype
    encoded = torch.eye(source, dtype=dtype)
    for layer in layer_places(config, "encoder"):
        encoded = _self_shares(model, trace, layer) @ encoded
    of_source, of_target = torch.zeros(target, source, dtype=dtype), torch.eye(target, dtype=dtype)
    for layer in layer_places(config, "decoder"):
        own = _self_shares(model, trace, layer)
        of_source, of_target = own @ of_source, own @ of_target
        kept, taken = _cross_shares(model, trace, layer)
        of_source, of_target = kept * of_source + taken @ encoded, kept * of_target
    return Shares(of_source, of_target)


def _self_shares(model: Transformer, trace: Trace, layer: str) -> Tensor:
    """The shares of a layer's self-attention with its residual connection, (T, T)."""
    place = f"{layer}.self_attention"
    parts = weighted_values(model, trace, place)
    here = torch.arange(len(parts))
    parts[here, here] += trace[start_of(model.config, layer)]
    return _shares(_apply_norm(model, trace, place, parts), trace[stream_after(model.config, place)])


def _cross_shares(model: Transformer, trace: Trace, layer: str) -> tuple[Tensor, Tensor]:
    """The shares of a layer's cross-attention: kept from the stream, (T, 1), and taken from the source, (T, S)."""
    at = f"{layer}.cross_attention"
    stream = trace[stream_after(model.config, f"{layer}.self_attention")]
    parts = torch.cat([stream[:, None], weighted_values(model, trace, at)], dim=1)
    shares = _shares(_apply_norm(model, trace, at, parts), trace[stream_after(model.config, at)])
    return shares[:, :1], shares[:, 1:]


def _apply_norm(model: Transformer, trace: Trace, place: str, parts: Tensor) -> Tensor:
    """An output after a post-norm LayerNorm; unchanged in a pre-norm model."""
    if model.config.norm == "pre":
        return parts
    stack, layer, module = place.split(".")
    norm = model.get_submodule(f"{stack}_layers.{layer}.{module}_add.norm")
    assert isinstance(norm, nn.LayerNorm)
    return linear_norm(parts, trace[f"{place}.residual"][:, None], norm)


def linear_norm(part: Tensor, whole: Tensor, norm: nn.LayerNorm) -> Tensor:
    """A LayerNorm of a part of its input, at the scale of the whole input: the parts add up, except for β.

    (part − mean(part)) / √(var(whole) + ε) · γ
    """
    scale = torch.sqrt(whole.var(dim=-1, unbiased=False, keepdim=True) + norm.eps)
    return (part - part.mean(dim=-1, keepdim=True)) / scale * norm.weight.to(part)


def _shares(parts: Tensor, output: Tensor) -> Tensor:
    """How close each part brings its token to its output, in shares: (T, N, D) and (T, D) → (T, N)."""
    closer = (output.abs().sum(-1)[:, None] - (output[:, None] - parts).abs().sum(-1)).clamp_min(0)
    total = closer.sum(dim=-1, keepdim=True)
    even = torch.full_like(closer, 1 / closer.size(-1))  # where nothing brings it closer
    return torch.where(total > 0, closer / total.clamp_min(1e-12), even)
