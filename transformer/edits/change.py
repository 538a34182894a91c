"""One change of what a model computes, what it needs in order to run, and what it can see of the pass.

For each activation that it changes, a change has a *step*: a function that gets the value and the pass so far, and
returns what the model continues with. What it stores belongs to one pass in one thread, never to the model.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol, TypeAlias

import torch
from torch import Tensor

from transformer.decoding.model_with_vocabulary import TextModel
from transformer.edits.places import attention_places
from transformer.model.transformer import Transformer
from transformer.text.source import Source


@dataclass
class Passing:
    """One forward pass so far, as changed; a step can store its own values in `values`.

    Attributes:
        past: target positions decoded before this pass; 0 for a whole target.
        values: the activations of this pass so far, by name.
        streams: each stack's current residual stream.
    """

    past: int = 0
    values: dict[str, Tensor] = field(default_factory=dict)
    streams: dict[str, Tensor] = field(default_factory=dict)

    def see(self, name: str, value: Tensor, stack: str | None) -> None:
        """Record an activation, also as its stack's stream, and how many positions came before."""
        self.values[name] = value
        if stack is not None:
            self.streams[stack] = value
        if name.startswith("decoder.") and name.endswith(".self_attention.raw_scores"):
            self.past = value.size(-1) - value.size(-2)


Step: TypeAlias = Callable[[Tensor, Passing], Tensor]
Steps: TypeAlias = Mapping[str, Step]


class EditableModel(TextModel[Transformer], Protocol):
    """A Transformer with its vocabulary that reads texts, and has the mean output of its heads."""

    @property
    def head_means(self) -> Mapping[str, Tensor]:
        """Each attention's mean contexts by its place, (H, d_k), one row per head."""

    def read(self, text: str) -> Source:
        """A text as the encoder reads it."""


class Effect(NamedTuple):
    """The effect of a change.

    Attributes:
        steps: for a model, which activations it changes, and how.
        source: a source that replaces the sentence's, if any.
        looks_ahead: whether earlier target positions then depend on later ones, see
            `transformer.model.probe.looks_ahead`.
        sees_padding: whether padding after a sentence in a batch changes its numbers.
        rank: of two changes of one activation, the one with the lower rank acts first.
    """

    steps: Callable[[EditableModel], Steps]
    source: Callable[[EditableModel, Source], Source] | None = None
    looks_ahead: bool = False
    sees_padding: bool = False
    rank: int = 0


@dataclass(frozen=True)
class Change:
    """One named change. Two are equal if their texts are.

    Attributes:
        name: of the function that makes it. arguments: as text.
        expectation: what to expect from it, in a sentence.
        effect: what it does.
    """

    name: str
    arguments: tuple[str, ...]
    expectation: str = field(compare=False)
    effect: Effect = field(compare=False, repr=False)

    @property
    def written(self) -> str:
        """The form that `transformer.edits.catalogue.parse` reads."""
        return ":".join([self.name, *self.arguments])


def in_attentions(
    where: str | Sequence[str], name: str, step: Callable[[str], Step]
) -> Callable[[EditableModel], Steps]:
    """Steps on one activation in several attentions.

    Args:
        where: the attentions, see `transformer.edits.places`, or several such texts.
        name: of the activation, such as `weights`. step: makes the step for one attention.
    """
    named = [where] if isinstance(where, str) else where

    def steps(translator: EditableModel) -> Steps:
        places = [place for each in named for place in attention_places(translator.model.config, each)]
        return {f"{place}.{name}": step(place) for place in places}

    return steps


def cells(value: Tensor, place: str, passing: Passing) -> tuple[Tensor, Tensor]:
    """The positions of an attention's queries and keys, (T, 1) and (1, S).

    When a decoder runs step by step, its only query comes after those of earlier steps.
    """
    queries, keys = value.shape[-2:]
    first = passing.past if place.startswith("decoder.") else 0
    rows = torch.arange(first, first + queries, device=value.device)
    return rows[:, None], torch.arange(keys, device=value.device)[None, :]
