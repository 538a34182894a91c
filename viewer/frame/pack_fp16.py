"""Weights in as few bits as hold them without loss."""

import numpy as np
import torch
from torch import Tensor


def pack_fp16(numbers: Tensor) -> np.ndarray:
    """In 16 bits where that loses nothing, as with every model read from a folder; else in 32 bits."""
    numbers, half = numbers.detach().float(), numbers.detach().half()
    return (half if torch.equal(half.float(), numbers) else numbers).cpu().numpy()
