"""Table 1 of the paper, with the sizes of one sentence and of the compared models."""

import math
from dataclasses import dataclass

import pandas as pd

KERNEL = 3  # words that a convolution sees at once (k)
NEIGHBOURHOOD = 5  # positions that restricted attention sees (r)


@dataclass(frozen=True)
class Layer:
    """A kind of layer over n positions of d numbers each.

    Attributes:
        kind: its name in the table. operations, sequential, path: the table's O(…) with their values: operations per
            layer, those that must run in sequence, and steps between the two positions farthest apart.
    """

    kind: str
    operations: tuple[str, int]
    sequential: tuple[str, int]
    path: tuple[str, int]


def layers(n: int, transformer_width: int, recurrent_width: int) -> tuple[Layer, ...]:
    """The four rows of table 1; the recurrent one has its own model's width, the others the Transformer's."""
    d, r, k = transformer_width, NEIGHBOURHOOD, KERNEL
    return (
        Layer("self-attention", ("n² · d", n * n * d), ("1", 1), ("1", 1)),
        Layer("recurrent", ("n · d²", n * recurrent_width**2), ("n", n), ("n", n)),
        Layer("convolutional", ("k · n · d²", k * n * d * d), ("1", 1), ("logₖ n", _logarithm(n, k))),
        Layer("self-attention, restricted", ("r · n · d", r * n * d), ("1", 1), ("n ÷ r", math.ceil(n / r))),
    )


def table(n: int, transformer_width: int, recurrent_width: int) -> pd.DataFrame:
    """`layers` as a table for the page."""
    rows = [
        [each.kind, *(_with_value(*cell) for cell in (each.operations, each.sequential, each.path))]
        for each in layers(n, transformer_width, recurrent_width)
    ]
    return pd.DataFrame(rows, columns=["layer", "operations", "one after another", "longest path"])


def _with_value(formula: str, value: int) -> str:
    return formula if formula == str(value) else f"{formula} = {value:,}"


def _logarithm(n: int, base: int) -> int:
    """How many layers of dilated convolutions span n positions: the least power of `base` that is n or more."""
    steps = 0
    while base**steps < n:
        steps += 1
    return max(1, steps)
