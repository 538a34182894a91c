"""How a translation is found: by the most probable token, by beam search, or by sampling."""

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import torch
from torch import Tensor

from transformer.checks import check_number, check_whole_number
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import DEFAULT_ALPHA, DEFAULT_BEAM, FREE, Search, SearchOptions, Sources
from transformer.errors import GlassformerError
from transformer.model.translation_model import TranslationModel

MAX_BEAM = 32
MAX_ALPHA = 5


class Strategy(ABC):
    """A rule for finding translations."""

    @abstractmethod
    def search(self, model: TranslationModel, sources: Sources, options: SearchOptions = FREE) -> list[Search]:
        """Find a translation of each source with a model in evaluation mode; one search per sentence, in order."""

    def drawn_from(self, log_probabilities: Tensor) -> Tensor:
        """The probabilities with which tokens are drawn, (…, V), from the model's log-probabilities (…, V)."""
        return log_probabilities.exp()

    @property
    def width(self) -> int:
        """The hypotheses that it continues at each step."""
        return 1

    @property
    @abstractmethod
    def in_words(self) -> str:
        """The rule as a phrase."""

    @property
    def label(self) -> str:
        """Its name in a table."""
        return self.in_words

    def as_json(self) -> dict[str, Any]:
        """Its name and its settings."""
        return {"name": type(self).__name__.lower(), **vars(self)}


@dataclass(frozen=True)
class Greedy(Strategy):
    """The most probable token at every step; `alpha` is the length penalty in the score and has no other effect.

    Raises:
        GlassformerError: for an alpha outside 0 … MAX_ALPHA.
    """

    alpha: float = 0.0

    def __post_init__(self) -> None:
        object.__setattr__(self, "alpha", _check_alpha(self.alpha))

    def search(self, model: TranslationModel, sources: Sources, options: SearchOptions = FREE) -> list[Search]:
        """As `Strategy.search`."""
        return [Search((found,)) for found in greedy(model, sources, options, self.alpha)]

    @property
    def in_words(self) -> str:
        """As `Strategy.in_words`."""
        return "greedy decoding"

    @property
    def label(self) -> str:
        """As `Strategy.label`."""
        return "greedy"


@dataclass(frozen=True)
class Beam(Strategy):
    """The best of `size` hypotheses kept at every step; `alpha` is that of `length_penalty`.

    Raises:
        GlassformerError: for a size outside 1 … MAX_BEAM, or an alpha outside 0 … MAX_ALPHA.
    """

    size: int = DEFAULT_BEAM
    alpha: float = DEFAULT_ALPHA

    def __post_init__(self) -> None:
        object.__setattr__(self, "size", check_whole_number(self.size, "The beam size"))
        if not 1 <= self.size <= MAX_BEAM:
            raise GlassformerError(f"The beam size must be between 1 and {MAX_BEAM}, not {self.size}.")
        object.__setattr__(self, "alpha", _check_alpha(self.alpha))

    def search(self, model: TranslationModel, sources: Sources, options: SearchOptions = FREE) -> list[Search]:
        """As `Strategy.search`."""
        return beam_search(model, sources, self.size, self.alpha, options)

    @property
    def in_words(self) -> str:
        """As `Strategy.in_words`."""
        return f"a beam of {self.size}"

    @property
    def width(self) -> int:
        """As `Strategy.width`."""
        return self.size

    @property
    def label(self) -> str:
        """As `Strategy.label`."""
        return f"beam {self.size}, alpha {self.alpha:g}"


@dataclass(frozen=True)
class Sampling(Strategy):
    """A token drawn at random, from a distribution optionally sharpened and truncated first.

    Attributes:
        temperature: τ in softmax(z / τ); below 1 sharper, above 1 flatter.
        top_k: only the k most probable tokens; None for all.
        top_p: only the most probable tokens that together reach this probability (Holtzman et al. 2020, "nucleus").
        seed: the same seed draws the same tokens.

    Raises:
        for a value that gives no distribution.
    """

    temperature: float = 1.0
    top_k: int | None = None
    top_p: float = 1.0
    seed: int = 0

    def __post_init__(self) -> None:
        object.__setattr__(self, "temperature", check_number(self.temperature, "The temperature"))
        object.__setattr__(self, "top_k", None if self.top_k is None else check_whole_number(self.top_k, "Top-k"))
        object.__setattr__(self, "top_p", check_number(self.top_p, "Top-p"))
        object.__setattr__(self, "seed", check_whole_number(self.seed, "The seed"))
        lowest, highest = 0.01, 100
        if not lowest <= self.temperature <= highest:
            raise GlassformerError(f"The temperature must be between {lowest} and {highest}, not {self.temperature}.")
        if self.top_k is not None and self.top_k < 1:
            raise GlassformerError(f"Top-k must keep at least 1 token, not {self.top_k}.")
        if not 0 < self.top_p <= 1:
            raise GlassformerError(f"Top-p must be above 0 and at most 1, not {self.top_p}.")

    def search(self, model: TranslationModel, sources: Sources, options: SearchOptions = FREE) -> list[Search]:
        """As `Strategy.search`; at each step, all sentences of a batch use the same random number."""
        return [Search((found,)) for found in greedy(model, sources, options, choose=self.draw)]

    @property
    def in_words(self) -> str:
        """As `Strategy.in_words`."""
        cuts = [f"temperature {self.temperature:g}"]
        cuts += [f"the {self.top_k} most probable"] if self.top_k else []
        cuts += [f"top-p {self.top_p:g}"] if self.top_p < 1 else []
        return f"sampling ({', '.join(cuts)}, seed {self.seed})"

    def drawn_from(self, log_probabilities: Tensor) -> Tensor:
        """As `Strategy.drawn_from`: temperature first, then top-k, then top-p, rescaled to sum to 1.

        The most probable token is never removed; removed tokens have probability 0. Logits work too.
        """
        probabilities = torch.softmax(log_probabilities / self.temperature, dim=-1)
        ordered, order = probabilities.sort(dim=-1, descending=True, stable=True)
        if self.top_k is not None:
            ordered = ordered * (torch.arange(ordered.size(-1), device=ordered.device) < self.top_k)
            ordered = ordered / ordered.sum(dim=-1, keepdim=True)
        if self.top_p < 1:
            before = ordered.cumsum(dim=-1) - ordered  # of the token that reaches p, this is still below p
            ordered = torch.where(before < self.top_p, ordered, 0.0)
            ordered = ordered / ordered.sum(dim=-1, keepdim=True)
        return torch.zeros_like(probabilities).scatter(-1, order, ordered)

    def draw(self, logits: Tensor, step: int) -> int:
        """The token drawn at a step.

        Every step has its own random number, which depends only on the seed and the step: continuing from a prefix
        draws the same tokens as decoding from the start.

        Args:
            logits: (V).
        """
        generator = torch.Generator().manual_seed((self.seed * 1_000_003 + step) % 2**63)
        number = torch.rand(1, generator=generator, dtype=torch.float64)
        ordered, order = self.drawn_from(logits.double()).cpu().sort(descending=True, stable=True)
        place = int(torch.searchsorted(ordered.cumsum(dim=0), number, right=True))
        return int(order[min(place, int((ordered > 0).sum()) - 1)])


def beam_or_greedy(beam: int = DEFAULT_BEAM, alpha: float = DEFAULT_ALPHA) -> Strategy:
    """Beam search with `beam` hypotheses; or greedy decoding for one, which finds the same and is faster."""
    searching = Beam(beam, alpha)
    return searching if searching.size > 1 else Greedy(alpha)


def _check_alpha(alpha: float) -> float:
    found = check_number(alpha, "The length penalty")
    if not 0 <= found <= MAX_ALPHA:
        raise GlassformerError(f"The length penalty must be between 0 and {MAX_ALPHA}, not {alpha}.")
    return found
