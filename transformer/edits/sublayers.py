"""Edits of what stands around attention: positions, residual connections, norms, whole sublayers and layers."""

from functools import partial

import torch
from torch import Tensor

from transformer.edits.change import Change, Passing, Step, Steps, for_config
from transformer.edits.edit import Edit
from transformer.edits.places import EVERY, depth, end_of, layer_place, modules_of, sublayers
from transformer.errors import EditError
from transformer.model.attentions import STACKS
from transformer.model.config import ModelConfig

BOTH = "both"


def positions_off(where: str = BOTH) -> Edit:
    """No positional encoding is added: in the encoder, in the decoder, or in both.

    Raises:
        EditError: for anything else.
    """
    if where not in (*STACKS, BOTH):
        raise EditError(f"Positions can be off in encoder, decoder or both, not in {where!r}.")
    stacks = STACKS if where == BOTH else (where,)
    return Edit.of(
        Change(
            "positions_off",
            (where,),
            "Order is gone: the encoder reads a bag of words, the decoder no longer knows how far it has come.",
            for_config(lambda config: {f"{stack}.positions": _nothing for stack in stacks}),
        )
    )


def residual_off(where: str) -> Edit:
    """A sublayer without the residual connection around it: only what it makes is handed on.

    Args:
        where: such as `encoder.2.self_attention`, or `*`.
    """

    def steps(config: ModelConfig) -> Steps:
        return {f"{place}.residual": _replaced(f"{place}.output") for place in sublayers(config, where)}

    return Edit.of(
        Change(
            "residual_off",
            (where,),
            "All that the layers below have gathered is dropped here, the word itself included; what is left is one "
            "sublayer's addition.",
            for_config(steps),
        )
    )


def norm_off(where: str = EVERY) -> Edit:
    """A LayerNorm that does nothing: its input is handed on.

    Args:
        where: such as `encoder.2.self_attention`, `encoder` or `decoder` for the one on top of a pre-norm stack, or
            `*` for all.
    """

    def steps(config: ModelConfig) -> Steps:
        pre = config.norm == "pre"
        found: dict[str, Step] = {}
        for place in sublayers(config, where, STACKS if pre else ()):
            if place in STACKS:
                found[f"{place}.output"] = partial(_stream, place)
            else:
                found[f"{place}.norm"] = (
                    partial(_stream, place.partition(".")[0]) if pre else _replaced(f"{place}.residual")
                )
        return found

    return Edit.of(
        Change(
            "norm_off",
            (where,),
            "The next matrix gets vectors of a size that it never saw: behind one norm little may change, without all "
            "of them scores and sums run wild.",
            for_config(steps),
        )
    )


def skip(where: str) -> Edit:
    """A whole layer skipped: its input is handed on as its output. It is still computed, and can be looked at.

    Args:
        where: such as `encoder.3`.
    """

    def steps(config: ModelConfig) -> Steps:
        layer = layer_place(config, where)
        stack, entered = layer.partition(".")[0], f"{layer}.entered"

        def enter(value: Tensor, passing: Passing) -> Tensor:
            passing.note(entered, passing.stream(stack))
            return value

        first = f"{layer}.{modules_of(layer)[0]}.{'norm' if config.norm == 'pre' else 'query'}"
        return {first: enter, end_of(config, layer): _replaced(entered)}

    return Edit.of(
        Change(
            "skip",
            (where,),
            "Thanks to the residual connections the model often stumbles and goes on; which layer it cannot do "
            "without differs from model to model.",
            for_config(steps),
        )
    )


def exchange(where: str, other: int) -> Edit:
    """Two layers of a stack run in one another's place.

    Args:
        where: one of them, such as `encoder.1`. other: the number of the second.
    """

    def steps(config: ModelConfig) -> Steps:
        stack, _, layer = layer_place(config, where).partition(".")
        if not 0 <= other < depth(config, stack):
            raise EditError(f"The {stack} has layers 0 to {depth(config, stack) - 1}, not {other}.")

        def exchanged(order: Tensor, passing: Passing) -> Tensor:
            turned = order.clone()
            turned[order == int(layer)], turned[order == other] = other, int(layer)
            return turned

        return {f"{stack}.order": exchanged}

    return Edit.of(
        Change(
            "exchange",
            (where, str(other)),
            "Neighbours can often change places with little harm, since both add to the same stream; far apart they "
            "cannot.",
            for_config(steps),
        )
    )


def zero_sublayer(where: str) -> Edit:
    """A sublayer that adds nothing: its output, biases included, is zero.

    Args:
        where: such as `decoder.1.cross_attention`.
    """
    return Edit.of(
        Change(
            "zero_sublayer",
            (where,),
            "The stream goes past this sublayer unchanged; without cross-attention in every layer the decoder would "
            "only invent.",
            for_config(lambda config: {f"{place}.output": _nothing for place in sublayers(config, where)}),
        )
    )


def _nothing(value: Tensor, passing: Passing) -> Tensor:
    return torch.zeros_like(value)


def _stream(stack: str, value: Tensor, passing: Passing) -> Tensor:
    return passing.stream(stack)


def _replaced(name: str) -> Step:
    return lambda value, passing: passing.value(name)
