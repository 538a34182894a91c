"""The source as decoding reads it: once, with the weights in hand (`laid_out.py`), no dropout, no names for a probe."""

import time
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.decoding.laid_out import EncoderLayerWeights, Weights, laid_out
from transformer.model.transformer import Transformer
from transformer.text.source import Source


@dataclass(frozen=True)
class Reading:
    """A source that the encoder has read: any number of searches can begin with it.

    Attributes:
        source: what was read.
        memory: what the encoder made of it, (1, S, D).
        seconds: the encoder took.
    """

    source: Source
    memory: Tensor
    seconds: float


@torch.inference_mode()
def read_source(model: Transformer, source: Source) -> Reading:
    """Run the encoder over one source.

    Raises:
        ValueError: if the source is longer than the model has positions.
    """
    begun = time.perf_counter()
    ids = torch.tensor([source.ids], device=next(model.parameters()).device)
    memory = read(model, laid_out(model), ids, mask=None)
    return Reading(source, memory, time.perf_counter() - begun)


def read(model: Transformer, weights: Weights, source: Tensor, mask: Tensor | None) -> Tensor:
    """The encoder: (B, S) ids → the memory (B, S, D), as `Transformer.encode`.

    Args:
        model: in evaluation mode.
        weights: the model's, laid out.
        source: ids, padded with PAD.
        mask: (B, 1, 1, S), True where there is no padding; None where there is none.

    Raises:
        ValueError: if the source is longer than the model has positions.
    """
    embedded = model.embed(model.source_embedding, source)
    x = embedded.flatten(0, 1)  # every position is a row of the products
    for layer in weights.encoder:
        feed = layer.feed_forward
        if model.config.norm == "pre":
            x = x + _look_around(layer.self_norm(x), layer, embedded, model.config.heads, mask)
            x = x + feed(feed.norm(x))
        else:
            x = layer.self_norm(x + _look_around(x, layer, embedded, model.config.heads, mask))
            x = feed.norm(x + feed(x))
    result: Tensor = model.encoder_norm(x).view(embedded.shape)
    return result


def keys_and_values(weights: Weights, memory: Tensor) -> Tensor:
    """What every decoder layer looks at: the memory (B, S, D) → (layers, 2, B, S, D), keys first, then values."""
    sentences, length, width = memory.shape
    projected = weights.source_key_value(memory.flatten(0, 1))
    return projected.view(sentences, length, -1, 2, width).permute(2, 3, 0, 1, 4)


def _look_around(x: Tensor, layer: EncoderLayerWeights, like: Tensor, heads: int, mask: Tensor | None) -> Tensor:
    """Self-attention of the encoder, every position of a sentence over all of them: (B · S, D) → (B · S, D)."""
    sentences, length, width = like.shape
    projected = layer.query_key_value(x).view(sentences, length, 3, heads, width // heads)
    query, key, value = projected.permute(2, 0, 3, 1, 4)  # (B, H, S, d_k) each
    context = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
    return layer.self_output(context.transpose(1, 2).reshape(x.shape))
