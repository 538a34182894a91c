"""Three ways to score how similar two tokens are, up to the one that attention uses.

Richard E. Turner, "An Introduction to Transformers" (arXiv 2304.10557, section 2.1), derives queries and keys in three
steps. For vectors x of query tokens and m of key tokens:

    naive       x · m               the vectors as they are
    symmetric   U x · U m           one matrix picks what counts
    asymmetric  Q x · K m           what x looks for is not what m is found by

In self-attention x and m come from one sequence, and the first two are symmetric: S = Sᵀ.

Letters: T queries, S keys, H heads, D model width.
"""

from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.analysis.measures.projections import heads_of, in_rows
from transformer.model.attention import MultiHeadAttention


@dataclass(frozen=True)
class Similarities:
    """The three similarities in one attention; rows are queries and columns keys, before scaling and masking.

    Attributes:
        naive: (T, S), the same for all heads.
        symmetric: (H, T, S), with U = each head's own query matrix, its bias included.
        asymmetric: (H, T, S), which is what the model computes as `raw_scores`.
    """

    naive: Tensor
    symmetric: Tensor
    asymmetric: Tensor


@torch.no_grad()
def similarities(attention: MultiHeadAttention, x: Tensor, memory: Tensor) -> Similarities:
    """Compute all three from what enters the attention.

    Args:
        attention: whose matrices are used.
        x: (T, D), the query tokens. memory: (S, D), the key tokens; the same in self-attention.
    """
    queries, keys = (heads_of(each, attention.heads) for each in (attention.query_projection, attention.key_projection))
    return Similarities(naive(x, memory), bilinear(x, memory, queries, queries), bilinear(x, memory, queries, keys))


def naive(x: Tensor, memory: Tensor) -> Tensor:
    """X Mᵀ: (T, D), (S, D) → (T, S)."""
    return x @ memory.T


def bilinear(x: Tensor, memory: Tensor, left: tuple[Tensor, Tensor], right: tuple[Tensor, Tensor]) -> Tensor:
    """(X A + a)(M B + b)ᵀ for each head.

    Args:
        x: (T, D). memory: (S, D).
        left, right: a matrix (H, D, d_k) and a bias (H, d_k) each, as `heads_of` returns them.

    Returns:
        (H, T, S).
    """
    first, second = (in_rows(each, matrix, bias[:, None]) for each, (matrix, bias) in ((x, left), (memory, right)))
    return first @ second.transpose(-2, -1)
