"""The decoder one position at a time, as decoding needs it: the numbers of `Transformer.decode`, several times faster.

At one position and a handful of hypotheses the matrices are so small that calling modules costs more than multiplying.
So this walks the same layers with the weights in hand: queries, keys and values from one matrix product, no dropout, no
names for a probe. Tests hold it equal to the modules.
"""

import math
from collections.abc import Callable
from typing import NamedTuple, cast

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer.attention import MultiHeadAttention
from transformer.cache import AttentionCache
from transformer.layers import DecoderLayer
from transformer.masks import padding_mask
from transformer.model import PAD, Transformer


class _Affine(NamedTuple):
    """x Wᵀ + b."""

    weight: Tensor
    bias: Tensor

    def __call__(self, x: Tensor) -> Tensor:
        return F.linear(x, self.weight, self.bias)


class _Layer(NamedTuple):
    """The weights of one decoder layer, and the keys and values it has seen."""

    query_key_value: _Affine
    self_output: _Affine
    self_norm: nn.LayerNorm
    cross_query: _Affine
    cross_output: _Affine
    cross_norm: nn.LayerNorm
    expand: _Affine
    contract: _Affine
    feed_forward_norm: nn.LayerNorm
    past: AttentionCache
    source_key: Tensor
    source_value: Tensor


class IncrementalDecoder:
    """One decoding in progress over a batch of B hypotheses.

    Args:
        model: in evaluation mode; its weights must not change meanwhile.
        memory: (B, S, D) from `Transformer.encode`.
        source: (B, S) ids, for the padding mask.
    """

    def __init__(self, model: Transformer, memory: Tensor, source: Tensor) -> None:
        self.model = model
        self.heads = model.config.heads
        self.pre_norm = model.config.norm == "pre"
        self.length = 0
        # Without padding no mask is needed, which is the faster way through the kernel.
        self.mask = padding_mask(source, PAD) if bool((source == PAD).any()) else None
        self.layers = [_read_layer(cast(DecoderLayer, layer), memory) for layer in model.decoder_layers]

    def step(self, tokens: Tensor) -> Tensor:
        """Read the next token of each hypothesis, (B) ids, and return the logits of what follows, (B, V)."""
        config = self.model.config
        position = self.model.positions(self.length, 1)
        x = F.embedding(tokens, self.model.target_embedding.weight) * math.sqrt(config.d_model) + position
        for layer in self.layers:
            x = self._add(x, layer.self_norm, layer, self._look_back)
            x = self._add(x, layer.cross_norm, layer, self._look_over)
            x = self._add(x, layer.feed_forward_norm, layer, _feed_forward)
        self.length += 1
        return F.linear(self.model.decoder_norm(x), self.model.output_projection.weight)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows of the batch, in this order.

        Args:
            rows: (B',) indices.
            same_sources: True when each row is replaced by one with the same source sentence, so that the keys and
                values of the source need not move.
        """
        for index, layer in enumerate(self.layers):
            layer.past.select(rows)
            if not same_sources:
                self.layers[index] = layer._replace(
                    source_key=layer.source_key[rows], source_value=layer.source_value[rows]
                )
        if self.mask is not None and not same_sources:
            self.mask = self.mask[rows]

    def _add(
        self, x: Tensor, norm: nn.LayerNorm, layer: _Layer, sublayer: Callable[[Tensor, _Layer], Tensor]
    ) -> Tensor:
        """Residual connection and LayerNorm, (B, D) → (B, D), see `AddAndNorm`."""
        if self.pre_norm:
            return x + sublayer(_normalise(norm, x), layer)
        return _normalise(norm, x + sublayer(x, layer))

    def _look_back(self, x: Tensor, layer: _Layer) -> Tensor:
        """Masked self-attention: the new position over all up to itself."""
        query, key, value = layer.query_key_value(x).view(x.size(0), 3, self.heads, 1, -1).unbind(1)
        key, value = layer.past.append(key, value)
        context = F.scaled_dot_product_attention(query, key, value)
        return layer.self_output(context.reshape(x.shape))

    def _look_over(self, x: Tensor, layer: _Layer) -> Tensor:
        """Cross-attention over the source."""
        query = layer.cross_query(x).view(x.size(0), self.heads, 1, -1)
        context = F.scaled_dot_product_attention(query, layer.source_key, layer.source_value, attn_mask=self.mask)
        return layer.cross_output(context.reshape(x.shape))


def _feed_forward(x: Tensor, layer: _Layer) -> Tensor:
    return layer.contract(F.relu(layer.expand(x)))


def _normalise(norm: nn.LayerNorm, x: Tensor) -> Tensor:
    return torch.layer_norm(x, norm.normalized_shape, norm.weight, norm.bias, norm.eps)


def _read_layer(layer: DecoderLayer, memory: Tensor) -> _Layer:
    look_back, look_over, feed = layer.self_attention, layer.cross_attention, layer.feed_forward
    return _Layer(
        query_key_value=_side_by_side(look_back),
        self_output=_affine(look_back.output_projection),
        self_norm=layer.self_attention_add.norm,
        cross_query=_affine(look_over.query_projection),
        cross_output=_affine(look_over.output_projection),
        cross_norm=layer.cross_attention_add.norm,
        expand=_affine(feed.expand),
        contract=_affine(feed.contract),
        feed_forward_norm=layer.feed_forward_add.norm,
        past=AttentionCache(),
        source_key=look_over.split_heads(look_over.key_projection(memory)),
        source_value=look_over.split_heads(look_over.value_projection(memory)),
    )


def _side_by_side(attention: MultiHeadAttention) -> _Affine:
    projections = (attention.query_projection, attention.key_projection, attention.value_projection)
    return _Affine(
        torch.cat([projection.weight for projection in projections]),
        torch.cat([projection.bias for projection in projections]),
    )


def _affine(linear: nn.Linear) -> _Affine:
    return _Affine(linear.weight, linear.bias)
