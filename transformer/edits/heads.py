"""Edits of heads: at zero, at what they write on average, or alone (Michel et al. 2019, arXiv 1905.10650)."""

from collections.abc import Callable

import torch
from torch import Tensor

from transformer.edits.change import Change, EditableModel, Passing, Step, Steps, for_config
from transformer.edits.edit import Edit
from transformer.edits.places import attention_places, head_places
from transformer.errors import EditError
from transformer.model.attentions import ATTENTION_KINDS


def zero_head(where: str) -> Edit:
    """A head that finds nothing: its context is zero, as if its rows of the output projection were.

    Args:
        where: kind, layer and head, such as `encoder.2.1`.
    """

    def steps(translator: EditableModel) -> Steps:
        place, head = head_places(translator.model.config, where)
        return {f"{place}.context": _heads(lambda number: number == head)}

    return Edit.of(
        Change(
            "zero_head",
            (where,),
            "Most heads are not missed in most sentences: others do their work too. A few, mostly of cross-attention, "
            "cannot be spared.",
            steps,
        )
    )


def mean_head(where: str) -> Edit:
    """A head that always says the same: its context is its mean over held-out sentences, whatever it looks at.

    Args:
        where: kind, layer and head, such as `encoder.2.1`.
    """

    def steps(translator: EditableModel) -> Steps:
        place, head = head_places(translator.model.config, where)
        mean = translator.head_means[place][head]

        def step(context: Tensor, passing: Passing) -> Tensor:
            changed = context.clone()
            changed[:, head] = mean.to(context)
            return changed

        return {f"{place}.context": step}

    return Edit.of(
        Change(
            "mean_head",
            (where,),
            "Gentler than zero: what the layers above are used to hearing stays, only what the head knows of this "
            "sentence is gone.",
            steps,
        )
    )


def keep_head(where: str) -> Edit:
    """A head alone in its attention: the others of the same layer and kind are zero.

    Args:
        where: kind, layer and head, such as `encoder.2.1`.
    """

    def steps(translator: EditableModel) -> Steps:
        place, head = head_places(translator.model.config, where)
        return {f"{place}.context": _heads(lambda number: number != head)}

    return Edit.of(
        Change(
            "keep_head",
            (where,),
            "If one head of a layer is enough, the others mostly say the same, or little at all.",
            steps,
        )
    )


def keep_kind(kind: str) -> Edit:
    """One kind of attention alone: the heads of the two others are zero.

    Raises:
        EditError: unless the kind is encoder, decoder or cross.
    """
    if kind not in ATTENTION_KINDS:
        raise EditError(f"There are the kinds {', '.join(ATTENTION_KINDS)}, not {kind!r}.")
    others = [other for other in ATTENTION_KINDS if other != kind]
    return Edit.of(
        Change(
            "keep_kind",
            (kind,),
            "Without cross-attention the decoder hears nothing of the source; without the other two it still hears "
            "words, but not how they belong together.",
            for_config(
                lambda config: {
                    f"{place}.context": _heads(lambda number: torch.ones_like(number, dtype=torch.bool))
                    for other in others
                    for place in attention_places(config, other)
                }
            ),
        )
    )


def _heads(zeroed: Callable[[Tensor], Tensor]) -> Step:
    """A step on contexts (B, H, T, d_k) that sets those heads to zero whose numbers (H) are chosen."""

    def step(context: Tensor, passing: Passing) -> Tensor:
        numbers = torch.arange(context.size(1), device=context.device)
        return context.masked_fill(zeroed(numbers)[:, None, None], 0.0)

    return step
