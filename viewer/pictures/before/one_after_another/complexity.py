"""Table 1 of the paper, with the sizes of one sentence and of the compared models."""

import math

import pandas as pd

from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.one_after_another.reading import transformer_of

KERNEL = 3  # words that a convolution sees at once (k)
NEIGHBOURHOOD = 5  # positions that restricted attention sees (r)


def table_of(visit: Visit) -> pd.DataFrame:
    """Table 1 for the visitor's sentence."""
    return complexity_table(*_sizes(visit))


def explain_letters(visit: Visit) -> str:
    """What its letters are."""
    n, transformer_width, recurrent_width = _sizes(visit)
    return (
        f"n = {n} tokens, k = {KERNEL}, r = {NEIGHBOURHOOD}; d = {transformer_width}, but {recurrent_width} in the "
        "recurrent row, the width of this page’s recurrent network."
    )


def _sizes(visit: Visit) -> tuple[int, int, int]:
    """The sentence's tokens, the Transformer's width, and the recurrent network's."""
    translator = transformer_of()
    recurrent = models.recurrent(models.FIXED, looks_back=False)
    return (
        len(translator.read(visit.sentence).ids),
        translator.model.config.d_model,
        recurrent.model.config.encoder_size,
    )


def complexity_table(n: int, transformer_width: int, recurrent_width: int) -> pd.DataFrame:
    """The four rows of table 1, the O(…) of layers over n positions with their values: operations per layer, those that
    must run in sequence, and steps between the two positions farthest apart.

    The recurrent row has its own model's width, the others the Transformer's.
    """
    d, r, k = transformer_width, NEIGHBOURHOOD, KERNEL
    reach, hops = _logarithm(n, k), math.ceil(n / r)
    rows = [
        ("self-attention", f"n² · d = {n * n * d:,}", "1", "1"),
        ("recurrent", f"n · d² = {n * recurrent_width**2:,}", f"n = {n:,}", f"n = {n:,}"),
        ("convolutional", f"k · n · d² = {k * n * d * d:,}", "1", f"logₖ n = {reach:,}"),
        ("self-attention, restricted", f"r · n · d = {r * n * d:,}", "1", f"n ÷ r = {hops:,}"),
    ]
    return pd.DataFrame(rows, columns=["layer", "operations", "one after another", "longest path"])


def _logarithm(n: int, base: int) -> int:
    """How many layers of dilated convolutions span n positions: the least power of `base` that is n or more."""
    steps = 0
    while base**steps < n:
        steps += 1
    return max(1, steps)
