"""The decoder one position at a time, as decoding needs it: the numbers of `Transformer.decode`, several times faster.

At one position and a handful of hypotheses the matrices are so small that calling modules costs more than multiplying.
So this walks the same layers with the weights in hand: queries, keys and values from one matrix product, matrices laid
out for a single row, no dropout, no names for a probe. Tests hold it equal to the modules.
"""

import math
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer.model.cache import AttentionCache
from transformer.model.layers import AddAndNorm, DecoderLayer
from transformer.model.masks import padding_mask
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD


class _Affine(NamedTuple):
    """x W + b, with W (in, out) contiguous: the layout in which one row is multiplied fastest."""

    weight: Tensor
    bias: Tensor

    def __call__(self, x: Tensor) -> Tensor:
        return torch.addmm(self.bias, x, self.weight)


class _Norm(NamedTuple):
    """LayerNorm, with its weights in hand."""

    shape: tuple[int, ...]
    weight: Tensor
    bias: Tensor
    epsilon: float

    def __call__(self, x: Tensor) -> Tensor:
        return torch.layer_norm(x, self.shape, self.weight, self.bias, self.epsilon)


class _LayerWeights(NamedTuple):
    """What one decoder layer computes with at each step."""

    query_key_value: _Affine
    self_output: _Affine
    self_norm: _Norm
    cross_query: _Affine
    cross_output: _Affine
    cross_norm: _Norm
    expand: _Affine
    contract: _Affine
    feed_forward_norm: _Norm


class _Weights(NamedTuple):
    """A model's decoder, laid out for single steps."""

    layers: list[_LayerWeights]
    output: Tensor


class _Origin:
    """Where a model's weights came from, to see at each decoding, in microseconds, whether they are still the same.

    Looked at are every parameter's place in memory and how often it was changed there, and that every module still
    holds the modules and parameters that it held.
    """

    def __init__(self, model: Transformer) -> None:
        self.parameters = tuple(model.parameters())
        self.places = self._places()
        self.held = [
            (held, name, part)
            for module in model.modules()
            for held in (module._modules, module._parameters)
            for name, part in held.items()
        ]

    @property
    def is_frozen(self) -> bool:
        """Whether no training can change the weights, nor inference mode hide that they were changed."""
        return not any(parameter.requires_grad or parameter.is_inference() for parameter in self.parameters)

    def is_unchanged(self) -> bool:
        """Whether the model has the weights that it had, and is still frozen."""
        whole = all(held.get(name) is part for held, name, part in self.held)
        return whole and self.is_frozen and self._places() == self.places

    def _places(self) -> list[tuple[int, int]]:
        if not self.is_frozen:  # an inference tensor does not count its changes
            return []
        return [(parameter.data_ptr(), parameter._version) for parameter in self.parameters]


# Laid out once a loaded model, not once a sentence; gone with the model, which holds its own parts.
_laid_out: "WeakKeyDictionary[Transformer, tuple[_Origin, _Weights]]" = WeakKeyDictionary()


class _Past(NamedTuple):
    """Keys and values of one layer: of the positions decoded, which grow, and of the source."""

    target: AttentionCache
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
        self.scale = math.sqrt(model.config.d_model)
        self.pre_norm = model.config.norm == "pre"
        self.length = 0
        # Without padding no mask is needed, which is the faster way through the kernel.
        self.mask = padding_mask(source, PAD) if bool((source == PAD).any()) else None
        self.weights = _weights(model)
        self.past = [_read_source(cast(DecoderLayer, layer), memory) for layer in model.decoder_layers]

    def step(self, tokens: Tensor) -> Tensor:
        """Read the next token of each hypothesis, (B) ids, and return the logits of what follows, (B, V)."""
        position = self.model.positions(self.length, 1)
        x = F.embedding(tokens, self.model.target_embedding.weight) * self.scale + position
        for layer, past in zip(self.weights.layers, self.past, strict=True):
            if self.pre_norm:
                x = x + self._look_back(layer.self_norm(x), layer, past)
                x = x + self._look_over(layer.cross_norm(x), layer, past)
                x = x + layer.contract(torch.relu(layer.expand(layer.feed_forward_norm(x))))
            else:
                x = layer.self_norm(x + self._look_back(x, layer, past))
                x = layer.cross_norm(x + self._look_over(x, layer, past))
                x = layer.feed_forward_norm(x + layer.contract(torch.relu(layer.expand(x))))
        self.length += 1
        return self.model.decoder_norm(x) @ self.weights.output

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows of the batch, in this order.

        Args:
            rows: (B',) indices.
            same_sources: True when each row is replaced by one with the same source sentence, so that the keys and
                values of the source need not move.
        """
        for index, (target, source_key, source_value) in enumerate(self.past):
            target.select(rows)
            if not same_sources:
                self.past[index] = _Past(target, source_key[rows], source_value[rows])
        if self.mask is not None and not same_sources:
            self.mask = self.mask[rows]

    def _look_back(self, x: Tensor, layer: _LayerWeights, past: _Past) -> Tensor:
        """Masked self-attention: the new position over all up to itself."""
        query, key, value = layer.query_key_value(x).view(x.size(0), 3, self.heads, 1, -1).unbind(1)
        key, value = past.target.append(key, value)
        context = F.scaled_dot_product_attention(query, key, value)
        return layer.self_output(context.reshape(x.shape))

    def _look_over(self, x: Tensor, layer: _LayerWeights, past: _Past) -> Tensor:
        """Cross-attention over the source."""
        query = layer.cross_query(x).view(x.size(0), self.heads, 1, -1)
        context = F.scaled_dot_product_attention(query, past.source_key, past.source_value, attn_mask=self.mask)
        return layer.cross_output(context.reshape(x.shape))


def _read_source(layer: DecoderLayer, memory: Tensor) -> _Past:
    attention = layer.cross_attention
    key = attention.split_heads(attention.key_projection(memory))
    value = attention.split_heads(attention.value_projection(memory))
    return _Past(AttentionCache(), key, value)


def _weights(model: Transformer) -> _Weights:
    """The model's decoder laid out for single steps; kept for the next time if the model is frozen."""
    kept = _laid_out.get(model)
    if kept is not None and kept[0].is_unchanged():
        return kept[1]
    origin = _Origin(model)
    layers = [_lay_out(cast(DecoderLayer, layer)) for layer in model.decoder_layers]
    weights = _Weights(layers, model.output_projection.weight.detach().t().contiguous())
    if origin.is_frozen:  # training changes weights at every step: nothing would be gained by keeping them
        _laid_out[model] = origin, weights
    return weights


def _lay_out(layer: DecoderLayer) -> _LayerWeights:
    look_back, look_over, feed = layer.self_attention, layer.cross_attention, layer.feed_forward
    return _LayerWeights(
        query_key_value=_affine(look_back.query_projection, look_back.key_projection, look_back.value_projection),
        self_output=_affine(look_back.output_projection),
        self_norm=_norm(layer.self_attention_add),
        cross_query=_affine(look_over.query_projection),
        cross_output=_affine(look_over.output_projection),
        cross_norm=_norm(layer.cross_attention_add),
        expand=_affine(feed.expand),
        contract=_affine(feed.contract),
        feed_forward_norm=_norm(layer.feed_forward_add),
    )


def _affine(*projections: nn.Linear) -> _Affine:
    """Several projections of the same input as one, their outputs side by side."""
    weight = torch.cat([projection.weight.detach() for projection in projections]).t().contiguous()
    return _Affine(weight, torch.cat([projection.bias.detach() for projection in projections]))


def _norm(add: AddAndNorm) -> _Norm:
    norm = add.norm
    return _Norm(tuple(norm.normalized_shape), norm.weight.detach(), norm.bias.detach(), norm.eps)
