"""A model's weights laid out for decoding: read once a model, not once a sentence, and watched for changes.

Queries, keys and values of a layer become one matrix, and so do the keys and values of all cross-attentions, which
read the same memory.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast
from weakref import WeakKeyDictionary

import torch
from torch import Tensor, nn

from transformer.decoding.products import Affine
from transformer.model.layers import AddAndNorm, DecoderLayer, EncoderLayer, FeedForward
from transformer.model.transformer import Transformer


class Norm(NamedTuple):
    """LayerNorm, with its weights in hand."""

    shape: tuple[int, ...]
    weight: Tensor
    bias: Tensor
    epsilon: float

    def __call__(self, x: Tensor) -> Tensor:
        """(…, D) → (…, D)."""
        return torch.layer_norm(x, self.shape, self.weight, self.bias, self.epsilon)


class FeedForwardWeights(NamedTuple):
    """A layer's feed-forward network, and the LayerNorm that stands by it."""

    expand: Affine
    contract: Affine
    norm: Norm

    def __call__(self, x: Tensor) -> Tensor:
        """FFN(x) = max(0, x W_1 + b_1) W_2 + b_2, (rows, D) → (rows, D)."""
        return self.contract(torch.relu(self.expand(x)))


class EncoderLayerWeights(NamedTuple):
    """What one encoder layer computes with."""

    query_key_value: Affine
    self_output: Affine
    self_norm: Norm
    feed_forward: FeedForwardWeights


class DecoderLayerWeights(NamedTuple):
    """What one decoder layer computes with at each step."""

    query_key_value: Affine
    self_output: Affine
    self_norm: Norm
    cross_query: Affine
    cross_output: Affine
    cross_norm: Norm
    feed_forward: FeedForwardWeights


class Weights(NamedTuple):
    """What a decoding computes with.

    Attributes:
        encoder: its layers.
        source_key_value: all decoder layers' keys and values of the source, side by side.
        decoder: its layers.
        decoder_norm: what stands at the top of a pre-norm stack; None for a post-norm one.
        output: to the logits.
        frozen: whether nothing can change them.
    """

    encoder: list[EncoderLayerWeights]
    source_key_value: Affine
    decoder: list[DecoderLayerWeights]
    decoder_norm: Norm | None
    output: Affine
    frozen: bool


class _Origin:
    """Where a model's weights came from, to see at each decoding, in microseconds, whether they are still the same.

    Looked at are every parameter's place in memory and how often it was changed there, and that every module still
    holds the modules, parameters and buffers that it held.
    """

    def __init__(self, model: Transformer) -> None:
        self.parameters = tuple(model.parameters())
        self.places = self._places()
        self.held = [
            (held, name, part)
            for module in model.modules()
            for held in (module._modules, module._parameters, module._buffers)
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


# Gone with the model, which holds its own parts.
_laid_out: "WeakKeyDictionary[Transformer, tuple[_Origin, Weights]]" = WeakKeyDictionary()


def laid_out(model: Transformer) -> Weights:
    """The model's weights laid out for decoding; kept for the next time if the model is frozen."""
    kept = _laid_out.get(model)
    if kept is not None and kept[0].is_unchanged():
        return kept[1]
    origin = _Origin(model)
    # Training changes weights at every step: nothing would be gained by keeping them, nor by packing them.
    frozen = origin.is_frozen
    weights = _lay_out(model, packed=frozen)
    if frozen:
        _laid_out[model] = origin, weights
    return weights


def _lay_out(model: Transformer, packed: bool) -> Weights:
    encoder = [cast(EncoderLayer, layer) for layer in model.encoder_layers]
    decoder = [cast(DecoderLayer, layer) for layer in model.decoder_layers]
    keys_values = [
        projection
        for layer in decoder
        for projection in (layer.cross_attention.key_projection, layer.cross_attention.value_projection)
    ]
    output = model.output_projection.weight
    return Weights(
        [_encoder_layer(layer, packed) for layer in encoder],
        _side_by_side(keys_values, packed),
        [_decoder_layer(layer, packed) for layer in decoder],
        _norm(model.decoder_norm) if isinstance(model.decoder_norm, nn.LayerNorm) else None,
        Affine(output, output.new_zeros(output.size(0)), packed),
        frozen=packed,
    )


def _encoder_layer(layer: EncoderLayer, packed: bool) -> EncoderLayerWeights:
    attention = layer.self_attention
    return EncoderLayerWeights(
        query_key_value=_side_by_side(
            [attention.query_projection, attention.key_projection, attention.value_projection], packed
        ),
        self_output=_side_by_side([attention.output_projection], packed),
        self_norm=_norm(layer.self_attention_add.norm),
        feed_forward=_feed_forward(layer.feed_forward, layer.feed_forward_add, packed),
    )


def _decoder_layer(layer: DecoderLayer, packed: bool) -> DecoderLayerWeights:
    look_back, look_over = layer.self_attention, layer.cross_attention
    return DecoderLayerWeights(
        query_key_value=_side_by_side(
            [look_back.query_projection, look_back.key_projection, look_back.value_projection], packed
        ),
        self_output=_side_by_side([look_back.output_projection], packed),
        self_norm=_norm(layer.self_attention_add.norm),
        cross_query=_side_by_side([look_over.query_projection], packed),
        cross_output=_side_by_side([look_over.output_projection], packed),
        cross_norm=_norm(layer.cross_attention_add.norm),
        feed_forward=_feed_forward(layer.feed_forward, layer.feed_forward_add, packed),
    )


def _feed_forward(feed: FeedForward, around: AddAndNorm, packed: bool) -> FeedForwardWeights:
    return FeedForwardWeights(
        _side_by_side([feed.expand], packed), _side_by_side([feed.contract], packed), _norm(around.norm)
    )


def _side_by_side(projections: Sequence[nn.Linear], packed: bool) -> Affine:
    """Several projections of the same input as one, their outputs side by side."""
    weight = torch.cat([projection.weight for projection in projections])
    return Affine(weight, torch.cat([projection.bias for projection in projections]), packed)


def _norm(norm: nn.LayerNorm) -> Norm:
    return Norm(tuple(norm.normalized_shape), norm.weight.detach(), norm.bias.detach(), norm.eps)
