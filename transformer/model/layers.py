"""The encoder's and the decoder's layer (section 3.1 and figure 1 of the paper)."""

from collections.abc import Callable

import torch.nn.functional as F
from torch import Tensor, nn

from transformer.model.attention import MultiHeadAttention
from transformer.model.cache import AttentionCache
from transformer.model.config import Activation, ModelConfig
from transformer.model.dropout import Dropout
from transformer.model.probe import Probe, prefix_names, probe_point

ACTIVATIONS: dict[Activation, Callable[[Tensor], Tensor]] = {"relu": F.relu, "swish": F.silu, "gelu": F.gelu}


class FeedForward(nn.Module):
    """The position-wise feed-forward network (section 3.3), with ReLU or another activation.

    FFN(x) = max(0, x W_1 + b_1) W_2 + b_2, or gated (max(0, x W_1 + b_1) ⊙ (x W_3 + b_3)) W_2 + b_2
    """

    def __init__(self, d_model: int, d_ff: int, activation: Activation = "relu", gated: bool = False) -> None:
        super().__init__()
        self.activation = ACTIVATIONS[activation]
        self.expand = nn.Linear(d_model, d_ff)
        self.gate = nn.Linear(d_model, d_ff) if gated else None
        self.contract = nn.Linear(d_ff, d_model)

    def forward(self, x: Tensor, probe: Probe | None = None) -> Tensor:
        """The same two layers at every position, (B, T, D) → (B, T, D).

        The probe is shown `hidden` (B, T, d_ff), after the activation, and `output`.
        """
        hidden = self.activation(self.expand(x))
        hidden = probe_point(probe, "hidden", hidden if self.gate is None else hidden * self.gate(x))
        return probe_point(probe, "output", self.contract(hidden))


class RootMeanSquareNorm(nn.LayerNorm):
    """LayerNorm without mean and bias: x / √(mean of x²) · weight (Zhang and Sennrich 2019, arXiv 1910.07467)."""

    def __init__(self, d_model: int) -> None:
        super().__init__(d_model, bias=False)

    def forward(self, x: Tensor) -> Tensor:
        """Normalise every position, (B, T, D) → (B, T, D)."""
        return F.rms_norm(x, self.normalized_shape, self.weight, self.eps)


def make_norm(config: ModelConfig) -> nn.LayerNorm:
    """The norm that a configuration asks for."""
    return RootMeanSquareNorm(config.d_model) if config.norm_kind == "rms" else nn.LayerNorm(config.d_model)


class AddAndNorm(nn.Module):
    """The residual connection and LayerNorm around every sublayer (section 3.1, "Add & Norm").

    ```text
    post-norm, as published:  LayerNorm(x + Dropout(Sublayer(x)))
    pre-norm:                 x + Dropout(Sublayer(LayerNorm(x)))
    ```
    """

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.norm = make_norm(config)
        self.dropout = Dropout(config.dropout)
        self.pre_norm = config.norm == "pre"

    def forward(self, x: Tensor, sublayer: Callable[[Tensor], Tensor], probe: Probe | None = None) -> Tensor:
        """Add the sublayer's result to `x`, (B, T, D) → (B, T, D).

        The probe is shown `norm`, the LayerNorm's result, and `residual`, the sum.
        """
        if self.pre_norm:
            normalised = probe_point(probe, "norm", self.norm(x))
            return probe_point(probe, "residual", x + self.dropout(sublayer(normalised)))
        residual = probe_point(probe, "residual", x + self.dropout(sublayer(x)))
        return probe_point(probe, "norm", self.norm(residual))


class EncoderLayer(nn.Module):
    """Self-attention, then feed-forward: the encoder's layer, and with a causal mask that of one stack."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.heads, config.key_heads)
        self.self_attention_add = AddAndNorm(config)
        self.feed_forward = FeedForward(config.d_model, config.d_ff, config.activation, config.gated)
        self.feed_forward_add = AddAndNorm(config)

    def forward(
        self,
        x: Tensor,
        mask: Tensor | None,
        probe: Probe | None = None,
        cache: AttentionCache | None = None,
        places: Tensor | None = None,
    ) -> Tensor:
        """(B, S, D) → (B, S, D). Names are prefixed `self_attention` and `feed_forward`."""
        attend, feed = prefix_names(probe, "self_attention"), prefix_names(probe, "feed_forward")
        x = self.self_attention_add(x, lambda y: self.self_attention(y, y, mask, cache, attend, places), attend)
        return self.feed_forward_add(x, lambda y: self.feed_forward(y, feed), feed)


class DecoderLayer(nn.Module):
    """Masked self-attention, then cross-attention over the encoder's output, then feed-forward."""

    def __init__(self, config: ModelConfig) -> None:
        super().__init__()
        self.self_attention = MultiHeadAttention(config.d_model, config.heads)
        self.self_attention_add = AddAndNorm(config)
        self.cross_attention = MultiHeadAttention(config.d_model, config.heads)
        self.cross_attention_add = AddAndNorm(config)
        self.feed_forward = FeedForward(config.d_model, config.d_ff, config.activation)
        self.feed_forward_add = AddAndNorm(config)

    def forward(
        self,
        x: Tensor,
        memory: Tensor,
        target_mask: Tensor | None,
        source_mask: Tensor | None,
        self_cache: AttentionCache | None = None,
        cross_cache: AttentionCache | None = None,
        probe: Probe | None = None,
    ) -> Tensor:
        """(B, T, D), with memory (B, S, D) → (B, T, D).

        Names are prefixed `self_attention`, `cross_attention` and `feed_forward`.
        """
        attend, cross = prefix_names(probe, "self_attention"), prefix_names(probe, "cross_attention")
        feed = prefix_names(probe, "feed_forward")
        x = self.self_attention_add(x, lambda y: self.self_attention(y, y, target_mask, self_cache, attend), attend)
        x = self.cross_attention_add(
            x, lambda y: self.cross_attention(y, memory, source_mask, cross_cache, cross), cross
        )
        return self.feed_forward_add(x, lambda y: self.feed_forward(y, feed), feed)
