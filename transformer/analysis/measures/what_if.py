"""What if attention were computed differently: unscaled, or with a multiplied mask.

Section 3.2.1 of the paper says how it is computed. These are the formulas for one matrix; to change the whole model,
use an edit, see `transformer.edits`.

Letters: T queries, S keys, V vocabulary size. `allowed` is a mask as in `transformer.model.masks`: True where a query
can look.
"""

import math

import torch
from torch import Tensor

from transformer.edits.scores import multiplied_mask


def entropy(weights: Tensor) -> Tensor:
    """How widely each query spreads its attention, in nats.

        entropy_i = −Σ_j a_ij log a_ij

    It is 0 if one key gets all the weight, and largest, log n, if n keys share it evenly.

    Args:
        weights: (…, T, S), each row sums to 1.

    Returns:
        (…, T).
    """
    return torch.special.entr(weights).sum(dim=-1)


def allowed_keys(masked_scores: Tensor) -> Tensor:
    """The mask that applied, recovered from the masked scores: True where there is no −∞."""
    return ~torch.isneginf(masked_scores)


def unscaled_weights(raw_scores: Tensor, allowed: Tensor) -> Tensor:
    """The weights without ÷ √d_k: softmax of the raw scores under the same mask, (…, T, S) → (…, T, S).

    The paper's reason for scaling: dot products of long vectors are large, and softmax saturates.
    """
    return raw_scores.masked_fill(~allowed, -math.inf).softmax(dim=-1)


def multiplied_mask_weights(scores: Tensor, allowed: Tensor) -> Tensor:
    """The weights when forbidden scores are multiplied by 0 instead of set to −∞, (…, T, S) → (…, T, S).

    A common mistake: e⁰ = 1, so a forbidden key gets weight like any other.
    """
    return multiplied_mask(scores, allowed).softmax(dim=-1)


def leak(weights: Tensor, allowed: Tensor) -> Tensor:
    """How much of each query's attention goes where it is not allowed to look, 0 to 1, (…, T, S) → (…, T)."""
    return weights.masked_fill(allowed, 0.0).sum(dim=-1)


def softmax_gradient(weights: Tensor, allowed: Tensor) -> Tensor:
    """How much a row of weights moves when its scores do: the mean |∂a_j / ∂s_l| over the n keys that it can look at.

        ∂a_j / ∂s_l = a_j (δ_jl − a_l),   so the mean is   2 (1 − Σ_j a_j²) / n²

    It is largest, 2 (1 − 1/n) / n², for n equal weights, and 0 if one key has all the weight: no error reaches the
    scores from there.

    Args:
        weights: (…, T, S), each row sums to 1. allowed: (T, S), broadcast against `weights`.

    Returns:
        (…, T).
    """
    return 2 * (1 - weights.square().sum(dim=-1)) / allowed.sum(dim=-1).square()
