"""Attention rollout: what has reached a token after each layer (Abnar and Zuidema 2020, arXiv 2005.00928).

Attention as a graph: tokens are nodes, weights are edges from key to query, a layer is one round in which every node
takes in what its neighbours hold. A node also keeps what it had, by the residual connection; rollout counts both alike:

    Â_l = ½ Ā_l + ½ I          Ā_l: layer l's weights, mean over heads
    R_l = Â_l R_{l−1},   R_0 = I

R_l[i, j] is the share of token j's own vector in what token i holds after round l. It is an approximation: it takes
weights for what is handed over, whatever the values are and however long; it counts the residual as exactly one half;
it leaves out feed-forward layers, LayerNorms and, in the decoder, cross-attention.
"""

import torch
from torch import Tensor


def rollout(weights: Tensor, kept: float = 0.5) -> Tensor:
    """What has reached each token after each round.

    Args:
        weights: (L, H, T, T), or (L, T, T) where heads have been averaged; rows are queries and sum to one.
        kept: the share that a token keeps of its own vector in each round.

    Returns:
        (L, T, T): row i of round l sums to one.

    Raises:
        ValueError: if queries and keys are not the same tokens, or `kept` lies outside 0 … 1.
    """
    if weights.dim() not in (3, 4) or weights.size(-1) != weights.size(-2):
        raise ValueError(f"Rollout needs self-attention weights (L, H, T, T), not {tuple(weights.shape)}.")
    if not 0 <= kept <= 1:
        raise ValueError(f"A token keeps a share between 0 and 1, not {kept}.")
    mean = weights.mean(dim=1) if weights.dim() == 4 else weights
    identity = torch.eye(mean.size(-1), dtype=mean.dtype, device=mean.device)
    rounds = [identity]
    for layer in mean:
        rounds.append(((1 - kept) * layer + kept * identity) @ rounds[-1])
    return torch.stack(rounds[1:]) if len(rounds) > 1 else mean
