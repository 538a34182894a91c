"""Sentences of different lengths as one tensor."""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.text.special_tokens import PAD


def pad_rows(rows: Sequence[Sequence[int]]) -> Tensor:
    """Token ids as one tensor (B, longest), padded with PAD at the end."""
    longest = max(map(len, rows))
    return torch.tensor([[*row, *[PAD] * (longest - len(row))] for row in rows], dtype=torch.long)
