"""Keys and values from earlier steps, so that each step computes only one new position.

A cache is an argument of the forward pass and belongs to one decoding: the model itself stores nothing.
"""

from collections.abc import Sequence

import torch
from torch import Tensor


class AttentionCache:
    """Keys and values of one attention layer, (B, H, S, d_k) each.

    Args:
        fixed: True for cross-attention, whose keys and values come from the source sentence: they are filled by the
            first step and never grow. False for masked self-attention, which grows by one position per step.
    """

    def __init__(self, fixed: bool = False) -> None:
        self.fixed = fixed
        self.key: Tensor | None = None
        self.value: Tensor | None = None

    @property
    def complete(self) -> tuple[Tensor, Tensor] | None:
        """The keys and values of a fixed cache that is already filled, so nothing needs computing."""
        return (self.key, self.value) if self.fixed and self.key is not None and self.value is not None else None

    def append(self, key: Tensor, value: Tensor) -> tuple[Tensor, Tensor]:
        """Add the keys and values of new positions (B, H, new, d_k); returns all of them."""
        if self.key is not None and self.value is not None:
            key, value = torch.cat((self.key, key), dim=2), torch.cat((self.value, value), dim=2)
        self.key, self.value = key, value
        return key, value

    def select(self, rows: Tensor) -> None:
        """Keep these rows of the batch, in this order: the hypotheses that continue."""
        if self.key is not None and self.value is not None:
            self.key, self.value = self.key.index_select(0, rows), self.value.index_select(0, rows)


class DecoderCache:
    """The caches of all decoder layers, and how many positions they hold.

    Attributes:
        length: target positions decoded so far.
        self_attention: one growing cache per layer.
        cross_attention: one fixed cache per layer.
    """

    def __init__(self, layers: int) -> None:
        self.length = 0
        self.self_attention: Sequence[AttentionCache] = [AttentionCache() for _ in range(layers)]
        self.cross_attention: Sequence[AttentionCache] = [AttentionCache(fixed=True) for _ in range(layers)]

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows of the batch, in this order.

        Args:
            rows: (B',) indices.
            same_sources: True if each row is replaced by one with the same source sentence, so that the source's keys
                and values can stay in place.
        """
        for cache in self.self_attention:
            cache.select(rows)
        if not same_sources:
            for cache in self.cross_attention:
                cache.select(rows)
