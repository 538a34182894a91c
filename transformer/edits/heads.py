"""Edits of heads: zeroed, replaced by their mean, or alone (Michel et al. 2019, arXiv 1905.10650).

A head is written as kind, layer and number, such as `encoder.2.1`.
"""

from collections.abc import Callable

import torch
from torch import Tensor

from transformer.edits.change import EditableModel, Effect, Passing, Step, Steps, in_attentions
from transformer.edits.edit import named
from transformer.edits.places import head_places
from transformer.errors import EditError
from transformer.model.attentions import ATTENTION_KINDS


@named(
    "Most sentences don’t need most of the heads: others do the same job. A few, mostly in cross-attention, can’t be "
    "spared."
)
def zero_head(where: str) -> Effect:
    """A head that finds nothing: its context is zero."""
    return _zero_heads(where, torch.eq)


@named("If one head of a layer is enough, the others mostly do the same, or little at all.")
def keep_head(where: str) -> Effect:
    """Only one head of an attention: the others in the same layer and kind are zero."""
    return _zero_heads(where, torch.ne)


@named(
    "Gentler than zero: the layers above still get what they’re used to; only what the head knows about this sentence "
    "is gone."
)
def mean_head(where: str) -> Effect:
    """A head that always writes the same: its context is its mean over held-out sentences."""

    def steps(translator: EditableModel) -> Steps:
        place, head = head_places(translator.model.config, where)
        mean = translator.head_means[place][head]

        def step(context: Tensor, passing: Passing) -> Tensor:
            changed = context.clone()
            changed[:, head] = mean.to(context)
            return changed

        return {f"{place}.context": step}

    return Effect(steps)


@named(
    "Without cross-attention the decoder gets nothing from the source; without the other two it still gets words, but "
    "not how they belong together."
)
def keep_kind(kind: str) -> Effect:
    """Only one kind of attention: the heads of the other two are zero.

    Raises:
        EditError: unless the kind is encoder, decoder or cross.
    """
    if kind not in ATTENTION_KINDS:
        raise EditError(f"There is no kind {kind!r}; choose from {', '.join(ATTENTION_KINDS)}.")
    others = [other for other in ATTENTION_KINDS if other != kind]
    zero: Step = lambda context, passing: torch.zeros_like(context)  # noqa: E731
    return Effect(in_attentions(others, "context", lambda place: zero))


def _zero_heads(where: str, chosen: Callable[[Tensor, int], Tensor]) -> Effect:
    """Zero the heads of an attention that `chosen` picks, given all their numbers (H) and that of the named head."""

    def steps(translator: EditableModel) -> Steps:
        place, head = head_places(translator.model.config, where)

        def step(context: Tensor, passing: Passing) -> Tensor:
            numbers = torch.arange(context.size(1), device=context.device)
            return context.masked_fill(chosen(numbers, head)[:, None, None], 0.0)

        return {f"{place}.context": step}

    return Effect(steps)
