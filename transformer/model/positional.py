"""Positional encoding: how the model knows the order of tokens (section 3.5 of the paper)."""

import math

import torch
from torch import Tensor, nn

from transformer.model.config import ModelConfig


def sinusoid_table(length: int, d_model: int, base: float = 10_000.0) -> Tensor:
    """The sinusoids of section 3.5, one row per position.

        PE(pos, 2i)   = sin(pos / base^(2i / d_model))
        PE(pos, 2i+1) = cos(pos / base^(2i / d_model))

    Wavelengths form a geometric progression from 2π to base · 2π.

    Returns:
        (length, d_model), float32, on the CPU. Angles are computed in float64, so that distant positions stay exact.
    """
    positions = torch.arange(length, dtype=torch.float64, device="cpu").unsqueeze(1)  # some devices lack float64
    even_dimensions = torch.arange(0, d_model, 2, dtype=torch.float64, device="cpu")
    angles = positions * torch.exp(even_dimensions * (-math.log(base) / d_model))
    table = torch.empty(length, d_model, dtype=torch.float64, device="cpu")
    table[:, 0::2] = angles.sin()
    table[:, 1::2] = angles.cos()
    return table.float()


class SinusoidalPositions(nn.Module):
    """Fixed sinusoids: computed once, reused for every sentence, never saved."""

    table: Tensor

    def __init__(self, max_length: int, d_model: int, base: float = 10_000.0) -> None:
        super().__init__()
        self.register_buffer("table", sinusoid_table(max_length, d_model, base), persistent=False)

    def forward(self, start: int, length: int) -> Tensor:
        """The encodings of positions start … start + length − 1, (length, D)."""
        return self.table[start : start + length]


class LearnedPositions(nn.Module):
    """One trained vector per position (table 3, row E of the paper)."""

    def __init__(self, max_length: int, d_model: int) -> None:
        super().__init__()
        self.table = nn.Parameter(torch.empty(max_length, d_model))
        nn.init.normal_(self.table, std=d_model**-0.5)

    def forward(self, start: int, length: int) -> Tensor:
        """The vectors of positions start … start + length − 1, (length, D)."""
        return self.table[start : start + length]


def rotate(x: Tensor, places: Tensor, base: float = 10_000.0) -> Tensor:
    """Turn each pair of dimensions by an angle that grows with the position (RoPE, Su et al. 2021, arXiv 2104.09864).

    Pair i turns by pos / base^(2i / d_k). So the product of a query and a key depends only on how far apart they are.

    Args:
        x: (B, H, L, d_k). places: (B, L).
    """
    speeds = base ** (-torch.arange(0, x.size(-1), 2, device=x.device) / x.size(-1))
    angles = places[:, None, :, None] * speeds  # (B, 1, L, d_k / 2)
    cosines, sines, (first, second) = angles.cos(), angles.sin(), x.unflatten(-1, (-1, 2)).unbind(-1)
    return (
        torch.stack([first * cosines - second * sines, first * sines + second * cosines], dim=-1).flatten(-2).type_as(x)
    )


def make_positions(config: ModelConfig, length: int) -> SinusoidalPositions | LearnedPositions:
    """The positions that a configuration asks for, 0 … length − 1."""
    if config.positions == "sinusoidal":
        return SinusoidalPositions(length, config.d_model, config.position_base)
    share = 4 if config.positions == "concatenated" else 1
    return LearnedPositions(length, max(1, config.d_model // share))
