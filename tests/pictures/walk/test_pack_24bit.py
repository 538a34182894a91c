"""What is sent in 24 bits is what it was, but for half a step."""

import numpy as np
import torch
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import array_shapes, arrays

from viewer.frame.pack_24bit import LARGEST, pack_24bit

FLOATS = st.floats(-(2.0**100), 2.0**100, width=32)


@given(arrays(np.float32, array_shapes(min_dims=1, max_dims=3, max_side=5), elements=FLOATS))
def test_every_number_is_off_by_half_a_step_at_most(vectors: np.ndarray) -> None:
    packed, steps = pack_24bit(torch.from_numpy(vectors))
    assert (packed.shape, packed.dtype, steps.shape) == ((*vectors.shape, 3), np.uint8, vectors.shape[:-1])
    whole = packed.astype(np.int64) @ np.array([1, 1 << 8, 1 << 16])
    whole -= (whole >> 23) << 24  # the highest bit is the sign
    assert np.abs(whole).max() <= LARGEST
    off = np.abs(whole * steps[..., None].astype(np.float64) - vectors.astype(np.float64))
    smallest = 2.0**-149  # of the floats that steps are: below it nothing is told apart
    assert (off <= 0.51 * steps[..., None].astype(np.float64) + LARGEST * smallest).all()
