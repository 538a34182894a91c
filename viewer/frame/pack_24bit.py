"""Activations of a sentence in as many bits as the pictures show."""

import numpy as np
from torch import Tensor

LARGEST = 2**23 - 1  # of the whole numbers that 24 bits hold


def pack_24bit(vectors: Tensor) -> tuple[np.ndarray, np.ndarray]:
    """Vectors (..., D) as whole numbers of 24 bits, in steps of their own: x = n s.

    A number is off by at most half a step, 6e-8 of its vector's largest: a tenth of what 32 bits leave of a computation
    as long as the model's. `fromThreeBytes` of shared/payload.js reads it.

    Returns:
        The whole numbers n as bytes, the low one first (..., D, 3) uint8, and the steps s (...) float32.
    """
    numbers = vectors.detach().double().cpu().numpy()
    steps = (np.abs(numbers).max(-1) / LARGEST).astype(np.float32)
    divisors = np.where(steps > 0, steps, 1).astype(np.float64)[..., None]
    whole = np.clip(np.rint(numbers / divisors), -LARGEST, LARGEST).astype("<i4")
    return np.ascontiguousarray(np.ascontiguousarray(whole[..., None]).view(np.uint8)[..., :3]), steps
