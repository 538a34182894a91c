"""The cross-attention of every hypothesis in a beam search, including pruned ones.

A token's attention depends on the tokens before it, not on the token itself: all continuations of one hypothesis
share the row of the position that predicts them. So one row for each live hypothesis at each step is enough.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.decoding.search import ROOT, NodeState, SearchNode
from transformer.model.attentions import place


class AttentionOfSteps:
    """A probe that keeps the cross-attention of every decoding step.

    Args:
        layers: of the decoder.

    Attributes:
        watched: the names that it has to see: the model runs unobserved elsewhere, which is quicker.
        steps: for each step, layer by layer (B, H, S): a row for each hypothesis that was live when the step began.
    """

    def __init__(self, layers: int) -> None:
        self.watched = tuple(f"{place('cross', layer)}.weights" for layer in range(layers))
        self.steps: list[list[Tensor]] = []

    def __call__(self, name: str, value: Tensor) -> Tensor:
        """Keep cross-attention weights (B, H, 1, S), and return the value unchanged."""
        if name in self.watched:
            if name == self.watched[0]:
                self.steps.append([])
            self.steps[-1].append(value[:, :, 0].detach().cpu())
        return value

    def rows(self, nodes: Sequence[SearchNode]) -> tuple[Tensor, list[int]]:
        """The attention with which each node of a recorded search was predicted.

        Args:
            nodes: of the search that used this probe.

        Returns:
            Weights (R, L, H, S), one row for each hypothesis that was continued, and each node's row.
        """
        row_of = {ROOT: 0}
        weights = [torch.stack([layer[0] for layer in self.steps[0]])]
        last = max(node.step for node in nodes)
        alive: dict[int, int] = {}  # of a step: its kept nodes, which are the next step's rows, in this order
        for index, node in enumerate(nodes):
            if node.state is NodeState.KEPT:
                alive[node.step] = alive.get(node.step, -1) + 1
                if node.step < last:
                    row_of[index] = len(weights)
                    weights.append(torch.stack([layer[alive[node.step]] for layer in self.steps[node.step + 1]]))
        return torch.stack(weights), [row_of[node.parent] for node in nodes]
