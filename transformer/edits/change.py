"""One change of what a model computes, what it needs to be carried out, and what it may see of the pass.

A change says for which activations it has a *step*: a function that is handed the value and the pass so far, and
returns what the model goes on with. What it remembers belongs to one pass in one thread, never to the model.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Protocol, TypeAlias

import torch
from torch import Tensor

from transformer.decoding.model_with_vocabulary import TextModel
from transformer.model.config import ModelConfig
from transformer.model.transformer import Transformer
from transformer.text.source import Source


class Passing(Protocol):
    """What a step may know of the pass that it takes part in."""

    past: int  # target positions decoded before this pass; 0 for a whole one

    def value(self, name: str) -> Tensor:
        """An activation that this pass has gone through already, as changed so far."""

    def stream(self, stack: str) -> Tensor:
        """A stack's residual stream as it now stands."""

    def note(self, name: str, value: Tensor) -> None:
        """Keep something under a name of one's own, to be read with `value` later in the pass."""


Step: TypeAlias = Callable[[Tensor, Passing], Tensor]
Steps: TypeAlias = Mapping[str, Step]


class EditableModel(TextModel[Transformer], Protocol):
    """A Transformer with its vocabulary that reads texts, and knows what its heads write on average."""

    @property
    def head_means(self) -> Mapping[str, Tensor]:
        """For the place of each attention its heads' mean contexts, (H, d_k)."""

    def read(self, text: str) -> Source:
        """A text as the encoder reads it."""


@dataclass(frozen=True)
class Change:
    """One named change.

    Two changes are equal if they are written alike.

    Attributes:
        name: what it is called. arguments: as they are written.
        expectation: what to expect of it, in a sentence.
        steps: for a model, which activations it acts on, and how.
        source: another source in place of the sentence's, if it changes that.
        looks_ahead: whether earlier target positions then depend on later ones, see
            `transformer.model.probe.looks_ahead`.
        sees_padding: whether padding behind a sentence in a batch changes what becomes of it.
        rank: of two that act on one activation the one of lower rank acts first.
    """

    name: str
    arguments: tuple[str, ...]
    expectation: str = field(compare=False)
    steps: Callable[[EditableModel], Steps] = field(compare=False, repr=False)
    source: Callable[[EditableModel, Source], Source] | None = field(default=None, compare=False, repr=False)
    looks_ahead: bool = field(default=False, compare=False)
    sees_padding: bool = field(default=False, compare=False)
    rank: int = field(default=0, compare=False)

    @property
    def written(self) -> str:
        """The form that `transformer.edits.catalogue.parse` reads again."""
        return ":".join([self.name, *self.arguments])


def for_config(steps: Callable[[ModelConfig], Steps]) -> Callable[[EditableModel], Steps]:
    """Steps that need to know a model's sizes and nothing else."""
    return lambda translator: steps(translator.model.config)


def cells(value: Tensor, place: str, passing: Passing) -> tuple[Tensor, Tensor]:
    """The positions of an attention's queries and keys, (T, 1) and (1, S).

    While a decoder is run step by step its only query stands behind those of the steps before.
    """
    queries, keys = value.shape[-2:]
    first = passing.past if place.startswith("decoder.") else 0
    rows = torch.arange(first, first + queries, device=value.device)
    return rows[:, None], torch.arange(keys, device=value.device)[None, :]


def number(value: float) -> str:
    """A number as it is written in an edit: with as many digits as it needs."""
    return f"{value:.6g}"


def positions(values: Sequence[int]) -> tuple[str, ...]:
    """Positions as they are written in an edit."""
    return tuple(str(value) for value in values)
