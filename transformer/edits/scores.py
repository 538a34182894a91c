"""Edits of what becomes of the scores: equation 1 of the paper, computed otherwise."""

import math
from collections.abc import Callable

import torch
from torch import Tensor

from transformer.edits.change import Change, Passing, Step, for_config, number
from transformer.edits.edit import Edit
from transformer.edits.places import EVERY, attention_places
from transformer.errors import EditError
from transformer.model.config import ModelConfig

AFTER_MASKS = 1  # rank of what replaces −∞: a mask that is edited has to be edited before


def temperature(tau: float, where: str = EVERY) -> Edit:
    """Every score divided by τ once more: softmax(scores / τ).

    Raises:
        EditError: unless τ lies between 0.01 and 100.
    """
    if not 0.01 <= tau <= 100:
        raise EditError(f"The temperature must lie between 0.01 and 100, not {number(tau)}.")
    return _scaled(
        "temperature",
        (number(tau), where),
        "Below 1 every head looks at its favourite alone; above 1 it looks everywhere alike, and words lose their "
        "place.",
        lambda config: 1 / tau,
        where,
    )


def unscaled(where: str = EVERY) -> Edit:
    """Scores without ÷ √d_k (section 3.2.1)."""
    return _scaled(
        "unscaled",
        (where,),
        "Scores grow by √d_k and softmax becomes nearly all or nothing: each head sees one token at a time.",
        lambda config: math.sqrt(config.d_k),
        where,
    )


def multiply_mask(where: str = EVERY) -> Edit:
    """Forbidden scores multiplied by 0 instead of set to −∞: e⁰ = 1 is weight like any other."""

    def replaced(place: str) -> Step:
        def step(masked_scores: Tensor, passing: Passing) -> Tensor:
            return passing.value(f"{place}.scores") * ~torch.isneginf(masked_scores)

        return step

    return Edit.of(
        Change(
            "multiply_mask",
            (where,),
            "Softmax makes weight of a 0 as well: what was to be hidden is seen, and led through a translation the "
            "decoder hears of its future.",
            for_config(
                lambda config: {f"{place}.masked_scores": replaced(place) for place in attention_places(config, where)}
            ),
            looks_ahead=_of_the_target(where, self_attention_only=True),
            sees_padding=True,
            rank=AFTER_MASKS,
        )
    )


def column_softmax(where: str = EVERY) -> Edit:
    """Softmax over the queries of each key instead of over the keys of each query."""

    def down(place: str) -> Step:
        def step(weights: Tensor, passing: Passing) -> Tensor:
            masked_scores = passing.value(f"{place}.masked_scores")
            return masked_scores.softmax(dim=-2).nan_to_num(0.0)  # a key that nobody may look at has no share to give

        return step

    return Edit.of(
        Change(
            "column_softmax",
            (where,),
            "Rows no longer sum to 1: some tokens get several times what they should, others nothing, and what a word "
            "gets depends on the words after it.",
            for_config(lambda config: {f"{place}.weights": down(place) for place in attention_places(config, where)}),
            looks_ahead=_of_the_target(where, self_attention_only=False),
            sees_padding=True,
        )
    )


def _scaled(
    name: str, arguments: tuple[str, ...], expectation: str, factor: Callable[[ModelConfig], float], where: str
) -> Edit:
    def scaling(config: ModelConfig) -> Step:
        value = factor(config)
        return lambda scores, passing: scores * value

    return Edit.of(
        Change(
            name,
            arguments,
            expectation,
            for_config(
                lambda config: {f"{place}.scores": scaling(config) for place in attention_places(config, where)}
            ),
        )
    )


def _of_the_target(where: str, self_attention_only: bool) -> bool:
    """Whether attentions are named whose queries are target positions."""
    kinds = (EVERY, "decoder") if self_attention_only else (EVERY, "decoder", "cross")
    return where.partition(".")[0] in kinds
