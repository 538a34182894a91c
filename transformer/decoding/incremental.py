"""The decoder one position at a time, as decoding needs it, several times faster than `Transformer.decode`.

At one sentence and a handful of hypotheses the matrices are so small that calling modules costs more than multiplying.
So this walks the same layers with the weights in hand (`laid_out.py`): queries, keys and values from one matrix
product, products made for few rows (`products.py`), no dropout, no names for a probe. Tests hold it equal to
`Transformer.encode` and `Transformer.decode`. For one sentence, `compiled/` does the same in one call a step.
"""

import math
from typing import NamedTuple

import torch.nn.functional as F
from torch import Tensor

from transformer.decoding.laid_out import DecoderLayerWeights, laid_out
from transformer.decoding.reading import keys_and_values, read
from transformer.model.cache import AttentionCache
from transformer.model.masks import padding_mask
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD


class _Past(NamedTuple):
    """Keys and values of one layer: of the positions decoded, which grow, and of the source."""

    target: AttentionCache
    source_key: Tensor
    source_value: Tensor


class IncrementalDecoder:
    """One decoding in progress over a batch of B hypotheses.

    Args:
        model: in evaluation mode; its weights must not change meanwhile.
        source: (B, S) ids.
        memory: (B, S, D) from `Transformer.encode`; read here if left out.

    Raises:
        ValueError: if the source is longer than the model has positions.
    """

    def __init__(self, model: Transformer, source: Tensor, memory: Tensor | None = None) -> None:
        self.model = model
        self.heads = model.config.heads
        self.scale = math.sqrt(model.config.d_model)
        self.pre_norm = model.config.norm == "pre"
        self.length = 0
        # Without padding no mask is needed, which is the faster way through the kernel.
        self.mask = padding_mask(source, PAD) if bool((source == PAD).any()) else None
        self.weights = laid_out(model)
        if memory is None:
            memory = read(model, self.weights, source, self.mask)
        by_head = keys_and_values(self.weights, memory).unflatten(-1, (self.heads, -1)).transpose(3, 4)
        self.past = [_Past(AttentionCache(), key, value) for key, value in by_head]

    def step(self, tokens: Tensor) -> Tensor:
        """Read the next token of each hypothesis, (B) ids, and return the logits of what follows, (B, V)."""
        position = self.model.positions(self.length, 1)
        x = F.embedding(tokens, self.model.target_embedding.weight) * self.scale + position
        for layer, past in zip(self.weights.decoder, self.past, strict=True):
            feed = layer.feed_forward
            if self.pre_norm:
                x = x + self._look_back(layer.self_norm(x), layer, past)
                x = x + self._look_over(layer.cross_norm(x), layer, past)
                x = x + feed(feed.norm(x))
            else:
                x = layer.self_norm(x + self._look_back(x, layer, past))
                x = layer.cross_norm(x + self._look_over(x, layer, past))
                x = feed.norm(x + feed(x))
        self.length += 1
        return self.weights.output(x if self.weights.decoder_norm is None else self.weights.decoder_norm(x))

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

    def _look_back(self, x: Tensor, layer: DecoderLayerWeights, past: _Past) -> Tensor:
        """Masked self-attention: the new position over all up to itself."""
        query, key, value = layer.query_key_value(x).view(x.size(0), 3, self.heads, 1, -1).unbind(1)
        key, value = past.target.append(key, value)
        context = F.scaled_dot_product_attention(query, key, value)
        return layer.self_output(context.reshape(x.shape))

    def _look_over(self, x: Tensor, layer: DecoderLayerWeights, past: _Past) -> Tensor:
        """Cross-attention over the source."""
        query = layer.cross_query(x).view(x.size(0), self.heads, 1, -1)
        context = F.scaled_dot_product_attention(query, past.source_key, past.source_value, attn_mask=self.mask)
        return layer.cross_output(context.reshape(x.shape))
