"""The attentions of a model and their places (section 3.2.3 and figure 1 of the paper).

    kind      place of layer 2              queries from    keys and values from
    encoder   encoder.2.self_attention      source          source
    decoder   decoder.2.self_attention      target          target, up to the query
    cross     decoder.2.cross_attention     target          source

Layers are counted from 0. The names of an attention's activations begin with its place, as in
`decoder.2.cross_attention.weights`.
"""

from collections.abc import Mapping
from typing import Literal, NamedTuple

import torch
from torch import Tensor, nn

from transformer.model.attention import MultiHeadAttention
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer

AttentionKind = Literal["encoder", "decoder", "cross"]
Stack = Literal["encoder", "decoder"]
Side = Literal["source", "target"]
STACKS: tuple[Stack, ...] = ("encoder", "decoder")


class Use(NamedTuple):
    """How one kind of attention is used.

    Attributes:
        stack: whose layers have it. module: its name in such a layer.
        queries: the sentence that its queries, the rows of its weights, come from.
        keys: the sentence that its keys and values, the columns of its weights, come from.
    """

    stack: Stack
    module: str
    queries: Side
    keys: Side


USES: dict[AttentionKind, Use] = {
    "encoder": Use("encoder", "self_attention", "source", "source"),
    "decoder": Use("decoder", "self_attention", "target", "target"),
    "cross": Use("decoder", "cross_attention", "target", "source"),
}
ATTENTION_KINDS: tuple[AttentionKind, ...] = tuple(USES)


def place(kind: AttentionKind, layer: int) -> str:
    """The place of one layer's attention, such as `decoder.2.cross_attention`."""
    return f"{USES[kind].stack}.{layer}.{USES[kind].module}"


def layers_of(config: ModelConfig, kind: AttentionKind) -> int:
    """How many layers have an attention of this kind."""
    if kind == "cross" and config.one_stack:
        return 0
    return config.encoder_layers if USES[kind].stack == "encoder" else config.decoder_layers


def places(config: ModelConfig) -> tuple[str, ...]:
    """The places of all attentions: of the encoder, of the decoder, of cross-attention, layer by layer."""
    return tuple(place(kind, layer) for kind in ATTENTION_KINDS for layer in range(layers_of(config, kind)))


def kind_and_layer(place_or_name: str) -> tuple[AttentionKind, int]:
    """The kind and layer of an attention, from its place or an activation's name.

    Raises:
        ValueError: if there is no attention at that place.
    """
    stack, layer, module, *_ = (*place_or_name.split("."), "", "")
    for kind, use in USES.items():
        if (use.stack, use.module) == (stack, module) and layer.isascii() and layer.isdigit():
            return kind, int(layer)
    raise ValueError(f"No attention is called {place_or_name!r}.")


def rows_from(name: str) -> Side:
    """The sentence whose positions are an activation's rows; with heads, the rows of each head.

    Args:
        name: the activation's, such as `decoder.2.cross_attention.key`, whose rows are source positions.
    """
    cross_keys = tuple(f".{USES['cross'].module}.{part}" for part in ("key", "value"))
    return "source" if name.startswith("encoder.") or name.endswith(cross_keys) else "target"


def attention_at(model: Transformer, place: str) -> MultiHeadAttention:
    """The attention at a place.

    Raises:
        ValueError: if the model has no attention there.
    """
    if place not in places(model.config):
        raise ValueError(f"The model has no attention called {place!r}.")
    stack, layer, module = place.split(".")
    attention = model.get_submodule(f"{stack}_layers.{layer}.{module}")
    assert isinstance(attention, MultiHeadAttention)
    return attention


def head_shares(context: Tensor, projection: nn.Linear) -> Tensor:
    """Each head's context multiplied by its own rows of W^O.

    Args:
        context: (H, T, d_k). projection: W^O as a layer; it stores the transpose, (D, H · d_k).

    Returns:
        (H, T, D).

    Raises:
        ValueError: if the heads don't match the projection's input size.
    """
    heads, _, width = context.shape
    if heads * width != projection.in_features:
        raise ValueError(f"{heads} heads of {width} do not fill a projection from {projection.in_features}.")
    blocks = projection.weight.T.unflatten(0, (heads, width))  # (H, d_k, D)
    return context @ blocks.to(context)


def all_layers(activations: Mapping[str, Tensor], kind: AttentionKind, name: str) -> Tensor:
    """One activation of every attention of a kind, such as its `weights`, (layers, …).

    Args:
        activations: from a trace or a recorder.
        name: the end of the activation's name, such as `weights`, which gives (layers, H, T, S).

    Raises:
        KeyError: if there is none of that name.
    """
    found: list[Tensor] = []
    while (full_name := f"{place(kind, len(found))}.{name}") in activations:
        found.append(activations[full_name])
    if not found:
        raise KeyError(full_name)
    return torch.stack(found)
