"""Edits around attention: positions, residual connections, norms, whole sublayers and layers."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from transformer.edits.change import EditableModel, Effect, Passing, Step, Steps
from transformer.edits.edit import named
from transformer.edits.places import EVERY, depth, end_of, layer_place, modules_of, parse_sublayers
from transformer.errors import EditError
from transformer.model.attentions import STACKS

BOTH = "both"


def _without_positions(where: str = BOTH) -> str:
    if where == "decoder":
        return "The causal mask still gives the decoder the order of its words: this hurts less than in the encoder."
    bag = "The encoder sees a bag of words, without their order."
    return bag if where == "encoder" else f"{bag} The decoder still gets the order of its words from the causal mask."


@named(_without_positions)
def positions_off(where: str = BOTH) -> Effect:
    """No positional encoding is added: in the encoder, in the decoder, or in both.

    Raises:
        EditError: for anything else.
    """
    if where not in (*STACKS, BOTH):
        raise EditError(f"Positions can be off in encoder, decoder or both, not in {where!r}.")
    stacks = STACKS if where == BOTH else (where,)
    return Effect(lambda _: {f"{stack}.positions": _zero for stack in stacks})


@named(
    "Everything that the layers below have gathered is dropped here, including the word itself; only one sublayer’s "
    "addition is left."
)
def residual_off(where: str) -> Effect:
    """A sublayer without its residual connection: only its own output is passed on.

    Args:
        where: such as `encoder.2.self_attention`, or `*`.
    """
    return _in_sublayers(where, "residual", lambda place: _replace(f"{place}.output"))


@named(
    "The next matrix gets vectors of a size that it has never seen. Some norms are hardly missed, others ruin the "
    "translation; without all of them, nothing works."
)
def norm_off(where: str = EVERY) -> Effect:
    """A LayerNorm that does nothing: its input is passed on.

    Args:
        where: such as `encoder.2.self_attention`, `encoder` or `decoder` for the one on top of a pre-norm stack, or
            `*` for all.
    """

    def steps(translator: EditableModel) -> Steps:
        config = translator.model.config
        if config.norm == "post":
            return {f"{place}.norm": _replace(f"{place}.residual") for place in parse_sublayers(config, where)}
        return {
            f"{place}.{'output' if place in STACKS else 'norm'}": partial(_stream, place.partition(".")[0])
            for place in parse_sublayers(config, where, STACKS)
        }

    return Effect(steps)


@named(
    "The residual connections carry everything past it, so little may change. In the built-in models, skipping a "
    "decoder layer costs more than skipping an encoder layer."
)
def skip(where: str) -> Effect:
    """A whole layer skipped: its input is passed on as its output. It is still computed, and can be looked at.

    Args:
        where: such as `encoder.3`.
    """

    def steps(translator: EditableModel) -> Steps:
        config = translator.model.config
        layer = layer_place(config, where)
        stack, entered = layer.partition(".")[0], f"{layer}.entered"

        def enter(value: Tensor, passing: Passing) -> Tensor:
            passing.values[entered] = passing.streams[stack]
            return value

        first = f"{layer}.{modules_of(layer)[0]}.{'norm' if config.norm == 'pre' else 'query'}"
        return {first: enter, end_of(config, layer): _replace(entered)}

    return Effect(steps)


@named(
    "Both layers add to the same stream, so a swap can be harmless: in the built-in models, swapping neighbours "
    "costs less in the encoder than in the decoder."
)
def exchange(where: str, other: int) -> Effect:
    """Two layers of a stack swapped.

    Args:
        where: one of them, such as `encoder.1`. other: the number of the second.
    """

    def steps(translator: EditableModel) -> Steps:
        config = translator.model.config
        stack, _, layer = layer_place(config, where).partition(".")
        if not 0 <= other < depth(config, stack):
            raise EditError(f"The {stack} has layers 0 to {depth(config, stack) - 1}, not {other}.")

        def exchanged(order: Tensor, passing: Passing) -> Tensor:
            turned = order.clone()
            turned[order == int(layer)], turned[order == other] = other, int(layer)
            return turned

        return {f"{stack}.order": exchanged}

    return Effect(steps)


@named(
    "The stream passes this sublayer unchanged. With no cross-attention in any layer, the decoder could only invent."
)
def zero_sublayer(where: str) -> Effect:
    """A sublayer that adds nothing: its output, biases included, is zero.

    Args:
        where: such as `decoder.1.cross_attention`.
    """
    return _in_sublayers(where, "output", lambda place: _zero)


def _in_sublayers(where: str, name: str, step: Callable[[str], Step]) -> Effect:
    """Steps on one activation of the named sublayers."""
    return Effect(
        lambda translator: {f"{place}.{name}": step(place) for place in parse_sublayers(translator.model.config, where)}
    )


def _zero(value: Tensor, passing: Passing) -> Tensor:
    return torch.zeros_like(value)


def _stream(stack: str, value: Tensor, passing: Passing) -> Tensor:
    return passing.streams[stack]


def _replace(name: str) -> Step:
    return lambda value, passing: passing.values[name]
