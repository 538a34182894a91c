"""Attention (section 3.2 of the paper).

Letters: B batch, H heads, T queries, S keys, D model width, d_k = D / H.
"""

import math

import torch
import torch.nn.functional as F
from torch import Tensor, nn

from transformer.model.cache import AttentionCache
from transformer.model.positional import rotate
from transformer.model.probe import Probe, probe_point


def explicit_attention(
    query: Tensor, key: Tensor, value: Tensor, mask: Tensor | None, probe: Probe | None = None
) -> Tensor:
    """Scaled dot-product attention, step by step (equation 1).

        Attention(Q, K, V) = softmax(mask(Q Kᵀ / √d_k)) V

    Args:
        query: (B, H, T, d_k). key, value: (B, H, S, d_k).
        mask: broadcastable to (B, H, T, S), True where a query can look; None for everywhere.
        probe: is shown `raw_scores`, `scores` (scaled), `masked_scores`, `weights`, each (B, H, T, S).

    Returns:
        (B, H, T, d_k).
    """
    raw_scores = probe_point(probe, "raw_scores", query @ key.transpose(-2, -1))
    scores = probe_point(probe, "scores", raw_scores / math.sqrt(query.size(-1)))
    if mask is not None:
        # −∞, not 0: softmax turns it into a weight of exactly 0.
        scores = scores.masked_fill(~mask, -math.inf)
    scores = probe_point(probe, "masked_scores", scores)
    weights = probe_point(probe, "weights", torch.softmax(scores, dim=-1))
    return weights @ value


class MultiHeadAttention(nn.Module):
    """Multi-head attention (section 3.2.2).

        MultiHead(Q, K, V) = Concat(head_1 … head_h) W^O,   head_i = Attention(Q W_i^Q, K W_i^K, V W_i^V)

    The h matrices D × d_k of each kind are side by side in one D × D matrix. One class serves the three uses:
    self-attention (queries and memory are the same sequence), masked self-attention (with a causal mask) and
    cross-attention (the memory is the encoder's output).
    """

    def __init__(self, d_model: int, heads: int, key_heads: int = 0) -> None:
        super().__init__()
        self.heads, self.key_heads = heads, key_heads or heads
        self.query_projection = nn.Linear(d_model, d_model)
        self.key_projection = nn.Linear(d_model, d_model * self.key_heads // heads)
        self.value_projection = nn.Linear(d_model, d_model * self.key_heads // heads)
        self.output_projection = nn.Linear(d_model, d_model)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        mask: Tensor | None = None,
        cache: AttentionCache | None = None,
        probe: Probe | None = None,
        places: Tensor | None = None,
    ) -> Tensor:
        """Let every position of `x` gather what it looks for from `memory`.

        Args:
            x: (B, T, D), the source of the queries.
            memory: (B, S, D), the source of keys and values.
            mask: broadcastable to (B, H, T, S), True where a query can look.
            cache: keys and values of earlier steps; a fixed one (cross-attention) is filled once and then reused.
            places: (B, T), the positions by which queries and keys are turned (`rotate`), in self-attention.
            probe: is shown `query`, `key`, `value` (B, H, ·, d_k), the four stages of the scores, `context` (B, H, T,
                d_k), and `output` (B, T, D). With a probe, or when training on a CPU, this computes the explicit
                formula; otherwise it uses a fused kernel.

        Returns:
            (B, T, D).
        """
        query = self.split_heads(self.query_projection(x), self.heads)
        query = probe_point(probe, "query", query if places is None else rotate(query, places))
        complete = None if cache is None else cache.complete
        if complete is not None:
            key, value = complete
        else:
            key = self.split_heads(self.key_projection(memory), self.key_heads)
            value = self.split_heads(self.value_projection(memory), self.key_heads)
            key = key if places is None else rotate(key, places)
            if cache is not None:
                key, value = cache.append(key, value)
        key, value = probe_point(probe, "key", key), probe_point(probe, "value", value)
        if self.key_heads < self.heads:  # several queries share a key
            key, value = (each.repeat_interleave(self.heads // self.key_heads, dim=1) for each in (key, value))
        # The fused kernel's gradient is several times slower on a CPU than that of the explicit formula.
        if probe is None and not (torch.is_grad_enabled() and x.device.type == "cpu"):
            context = F.scaled_dot_product_attention(query, key, value, attn_mask=mask)
        else:
            context = probe_point(probe, "context", explicit_attention(query, key, value, mask, probe))
        return probe_point(probe, "output", self.output_projection(self.join_heads(context)))

    def split_heads(self, x: Tensor, heads: int) -> Tensor:
        """(B, T, D) → (B, H, T, d_k): each head sees its own d_k of the D columns."""
        return x.unflatten(-1, (heads, -1)).transpose(1, 2)

    def join_heads(self, x: Tensor) -> Tensor:
        """(B, H, T, d_k) → (B, T, D): Concat(head_1 … head_h)."""
        return x.transpose(1, 2).flatten(-2)
