"""How the next token is chosen: the most probable one, the best of a beam, or one drawn at random."""

from dataclasses import dataclass
from typing import TypeAlias

import torch
from torch import Tensor

from transformer.errors import GlassformerError

MAX_BEAM = 32


@dataclass(frozen=True)
class Greedy:
    """The most probable token at every step."""


@dataclass(frozen=True)
class Beam:
    """The best of `size` hypotheses kept at every step; `alpha` is the length penalty.

    Raises:
        GlassformerError: for a size outside 1 … MAX_BEAM or an alpha outside 0 … 5.
    """

    size: int = 5
    alpha: float = 1.0

    def __post_init__(self) -> None:
        if not 1 <= self.size <= MAX_BEAM:
            raise GlassformerError(f"The beam size must lie between 1 and {MAX_BEAM}, not {self.size}.")
        if not 0 <= self.alpha <= 5:
            raise GlassformerError(f"The length penalty must lie between 0 and 5, not {self.alpha}.")


@dataclass(frozen=True)
class Sampling:
    """A token drawn at random, from a distribution that may be sharpened and cut first.

    Attributes:
        temperature: τ in softmax(z / τ); below 1 sharper, above 1 flatter.
        top_k: only the k most probable tokens; None for all.
        top_p: only the most probable tokens that together reach this probability (Holtzman et al. 2020, "nucleus").
        seed: the same seed draws the same tokens again.

    Raises:
        GlassformerError: for a value that makes no distribution.
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        if not 0.01 <= self.temperature <= 100:
            raise GlassformerError(f"The temperature must lie between 0.01 and 100, not {self.temperature}.")
        if self.top_k is not None and self.top_k < 1:
            raise GlassformerError(f"Top-k must keep at least 1 token, not {self.top_k}.")
        if not 0 < self.top_p <= 1:
            raise GlassformerError(f"Top-p must lie above 0 and at most at 1, not {self.top_p}.")

    def probabilities(self, logits: Tensor) -> Tensor:
        """The distribution that is drawn from.

        Temperature first, then top-k, then top-p, and what is left sums to 1 again. The most probable token is never
        cut off.

        Args:
            logits: (…, V), or log-probabilities: they differ by a constant, which softmax takes away.

        Returns:
            (…, V) probabilities, 0 where a token was cut off.
        """
        probabilities = torch.softmax(logits / self.temperature, dim=-1)
        ordered, order = probabilities.sort(dim=-1, descending=True, stable=True)
        if self.top_k is not None:
            ordered = ordered * (torch.arange(ordered.size(-1), device=ordered.device) < self.top_k)
            ordered = ordered / ordered.sum(dim=-1, keepdim=True)
        if self.top_p < 1:
            before = ordered.cumsum(dim=-1) - ordered  # of the token that reaches p it is still below p
            ordered = torch.where(before < self.top_p, ordered, 0.0)
            ordered = ordered / ordered.sum(dim=-1, keepdim=True)
        return torch.zeros_like(probabilities).scatter(-1, order, ordered)

    def draw(self, logits: Tensor, step: int) -> int:
        """The token drawn at a step.

        Every step has a random number of its own, made of the seed and the step alone: going on from a prefix draws
        what the whole decoding drew.

        Args:
            logits: (V).
        """
        generator = torch.Generator().manual_seed((self.seed * 1_000_003 + step) % 2**63)
        number = torch.rand(1, generator=generator, dtype=torch.float64)
        ordered, order = self.probabilities(logits.double()).cpu().sort(descending=True, stable=True)
        place = int(torch.searchsorted(ordered.cumsum(dim=0), number, right=True))
        return int(order[min(place, int((ordered > 0).sum()) - 1)])


Strategy: TypeAlias = Greedy | Beam | Sampling
