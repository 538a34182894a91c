"""Edits of the scores: equation 1 of the paper, computed differently."""

import math

import torch
from torch import Tensor

from transformer.edits.change import Effect, Passing, Step, in_attentions
from transformer.edits.edit import named
from transformer.edits.places import EVERY
from transformer.errors import EditError

AFTER_MASKS = 1  # rank of edits that replace −∞: edits of the mask have to run first


@named(
    "Above 1, heads spread out; below 1, they concentrate on their favourites. The built-in models translate "
    "somewhat worse at a temperature of 2, and badly at 4."
)
def temperature(tau: float, where: str = EVERY) -> Effect:
    """Every score also divided by τ: softmax(scores / τ).

    Raises:
        EditError: unless τ is between 0.01 and 100.
    """
    if not 0.01 <= tau <= 100:
        raise EditError(f"The temperature must be between 0.01 and 100, not {tau:.6g}.")
    return Effect(in_attentions(where, "scores", lambda place: lambda scores, passing: scores / tau))


@named("Scores grow by a factor of √d_k and softmax becomes nearly all or nothing: most heads see one token at a time.")
def unscaled(where: str = EVERY) -> Effect:
    """Scores without ÷ √d_k (section 3.2.1)."""
    return Effect(in_attentions(where, "scores", _scale_back))


@named(
    "Softmax gives a score of 0 weight too: what should be hidden is seen. Forced through a translation, the decoder "
    "sees its future."
)
def multiply_mask(where: str = EVERY) -> Effect:
    """Masked scores multiplied by 0 instead of set to −∞: e⁰ = 1, so they get weight like any other."""

    def replaced(place: str) -> Step:
        def step(masked_scores: Tensor, passing: Passing) -> Tensor:
            return multiplied_mask(passing.values[f"{place}.scores"], ~torch.isneginf(masked_scores))

        return step

    return Effect(
        in_attentions(where, "masked_scores", replaced),
        looks_ahead=_kind(where) in (EVERY, "decoder"),
        sees_padding=True,
        rank=AFTER_MASKS,
    )


@named(
    "Rows no longer sum to 1: some tokens get several times what they should, others almost nothing, and what a word "
    "gets depends on later words."
)
def column_softmax(where: str = EVERY) -> Effect:
    """Softmax over the queries of each key instead of over the keys of each query."""

    def down(place: str) -> Step:
        return lambda weights, passing: column_weights(passing.values[f"{place}.masked_scores"])

    return Effect(
        in_attentions(where, "weights", down),
        looks_ahead=_kind(where) in (EVERY, "decoder", "cross"),
        sees_padding=True,
    )


def multiplied_mask(scores: Tensor, allowed: Tensor) -> Tensor:
    """Scores whose masked cells are multiplied by 0 instead of set to −∞, (…, T, S)."""
    return scores * allowed


def column_weights(masked_scores: Tensor) -> Tensor:
    """Softmax over the queries of each key, (…, T, S); a key that no query can look at gives nothing.

    Rows no longer sum to 1, and what a query gets depends on the queries after it.
    """
    return masked_scores.softmax(dim=-2).nan_to_num(0.0)


def _scale_back(place: str) -> Step:
    return lambda scores, passing: scores * math.sqrt(passing.values[f"{place}.query"].size(-1))


def _kind(where: str) -> str:
    return where.partition(".")[0]
