"""Attention rollout: what has reached a token after each layer (Abnar and Zuidema 2020, arXiv 2005.00928).

Attention as a graph: tokens are nodes, weights are edges from key to query, a layer is one round in which every node
takes in what its neighbours have and, through the residual connection, keeps what it had. Rollout gives both equal
weight:

    Â_l = ½ Ā_l + ½ I          Ā_l: layer l's weights, mean over heads
    R_l = Â_l R_{l−1},   R_0 = I

R_l[i, j] is the share of token j's own vector in token i after round l. It is an approximation: it ignores the values,
counts the residual as one half, and leaves out feed-forward layers, LayerNorms and cross-attention.
"""

import torch
from torch import Tensor


def rollout(weights: Tensor) -> Tensor:
    """Compute what has reached each token after each round.

    Args:
        weights: (L, H, T, T), L > 0; rows are queries and sum to one.

    Returns:
        (L, T, T): row i of round l sums to one.
    """
    identity = torch.eye(weights.size(-1), dtype=weights.dtype, device=weights.device)
    rounds = [identity]
    for layer in weights.mean(dim=1):
        rounds.append((layer + identity) / 2 @ rounds[-1])
    return torch.stack(rounds[1:])
