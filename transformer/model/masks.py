"""Masks: which keys a query can look at (section 3.2.3 of the paper). True means "can be attended to"."""

import torch
from torch import Tensor


def padding_mask(tokens: Tensor, pad: int) -> Tensor:
    """Hide padding: the keys where `tokens` has padding.

    Args:
        tokens: (B, S) token ids.
        pad: id of the padding token.

    Returns:
        (B, 1, 1, S), to be broadcast over heads and queries.
    """
    return (tokens != pad)[:, None, None, :]


def causal_mask(length: int, device: torch.device | str | None = None) -> Tensor:
    """Hide the future: position t can look at positions 0 … t.

    Returns:
        (length, length), rows are queries and columns are keys.
    """
    return torch.ones(length, length, dtype=torch.bool, device=device).tril()
