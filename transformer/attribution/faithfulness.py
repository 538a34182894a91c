"""Does a method name the words that count? Remove them in its order, and see how much of the token's probability
remains.

The faster the token's probability falls, the more faithful the order: removing in random order is the baseline that a
method has to beat (compare Samek et al. 2017, arXiv 1509.06321). END and START are never removed: a sentence without
words still has them.
"""

from collections.abc import Sequence

import numpy as np
import pandas as pd
import torch
from torch import Tensor

from transformer.attribution.erasure import output_without
from transformer.attribution.methods import METHODS
from transformer.attribution.question import Question

RANDOM = "random"
SEEDS = 5
MOST_STEPS = 16


def faithfulness(question: Question, table: pd.DataFrame) -> pd.DataFrame:
    """The token's probability as words are removed, in each method's order and in random ones.

    Args:
        table: of `transformer.attribution.methods.attribute`.

    Returns:
        A row per number of words: `removed`, one column per method, and `random`, the mean of SEEDS random orders.
    """
    candidates = [
        row
        for row, (side, position, _) in enumerate(question.tokens)
        if (position < len(question.source) - 1 if side == "source" else position > 0)
    ]
    methods = [name for name in METHODS if name in table]
    orders: dict[str, list[Sequence[int]]] = {
        name: [table.loc[candidates, name].sort_values(ascending=False, kind="stable").index.tolist()]
        for name in methods
    }
    orders[RANDOM] = [np.random.default_rng(seed).permutation(candidates).tolist() for seed in range(SEEDS)]
    counts = np.unique(np.linspace(0, len(candidates), min(MOST_STEPS, len(candidates) + 1)).round().astype(int))
    every = [order for each in orders.values() for order in each]
    probabilities = _probabilities(question, every, counts.tolist())
    curves, begun = pd.DataFrame({"removed": counts}), 0
    for name, each in orders.items():
        curves[name] = probabilities[begun : begun + len(each)].mean(dim=0).tolist()
        begun += len(each)
    return curves


def areas(curves: pd.DataFrame) -> pd.Series:
    """The mean height of each curve: lower means more faithful.

    Args:
        curves: of `faithfulness`.
    """
    removed = curves["removed"].to_numpy(dtype=float)
    methods = [name for name in curves if name != "removed"]
    width = max(removed[-1], 1.0)
    return pd.Series({name: float(np.trapezoid(curves[name], removed)) / width for name in methods}, name="area")


def _probabilities(question: Question, orders: list[Sequence[int]], counts: list[int]) -> Tensor:
    """The token's probability for every order and number of words removed, (orders, counts)."""
    removed = torch.zeros(len(orders), len(counts), len(question.tokens), dtype=torch.bool)
    for row, order in enumerate(orders):
        for column, count in enumerate(counts):
            removed[row, column, list(order[:count])] = True
    different, back = removed.flatten(0, 1).unique(dim=0, return_inverse=True)
    with torch.no_grad():
        logits = question.translator.model.project(output_without(question, different))
        found = logits.softmax(dim=-1)[:, question.token].cpu()
    return found[back].view(len(orders), len(counts))
