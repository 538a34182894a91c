"""Products of a few rows with a matrix that stays the same, as every step of a decoding needs them.

PyTorch's matrix product is made for large matrices; with a handful of rows it reaches a fraction of what a processor
can do. FBGEMM, which comes with PyTorch on x86 (Khudia et al. 2021, arXiv 2101.05615), keeps the matrix in 16-bit
floating point, in the order in which it will be read, and adds up in 32 bits: half the bytes to fetch, and kernels for
few rows. Numbers that 16 bits hold exactly, as all weights of the models that ship, lose nothing by it. Any other
matrix, and any on another processor, is multiplied as it is.
"""

import torch
from torch import Tensor

# Below so many multiplications the packed product's call takes longer than a plain product, which is called in a fifth
# of the time.
_WORTH_A_CALL = 300_000
ENGINES = ("fbgemm", "x86")  # PyTorch's names for what multiplies packed matrices, where the processor has AVX2


class Affine:
    """y = x Wᵀ + b, for x (rows, in) and y (rows, out).

    Args:
        weight: W, (out, in), as in `nn.Linear`.
        bias: b, (out).
        packed: whether to keep W in 16 bits too, if they hold it exactly and this processor multiplies so.
    """

    def __init__(self, weight: Tensor, bias: Tensor, packed: bool) -> None:
        weight, bias = weight.detach(), bias.detach()
        self.rows, self.bias = weight, bias
        self.packed = None
        if packed and _can_be_packed(weight):
            self.packed = torch.ops.quantized.linear_prepack_fp16(weight, bias)
        # From so many rows on the packed product is the faster one; never, where there is none.
        self.worth_from = -(-_WORTH_A_CALL // weight.numel())
        # (in, out) in one piece is the layout in which one row is multiplied fastest.
        self.weight = weight.t().contiguous() if self.packed is None or self.worth_from > 1 else None

    def __call__(self, x: Tensor) -> Tensor:
        """(rows, in) → (rows, out)."""
        if self.weight is None or (self.packed is not None and x.size(0) >= self.worth_from):
            product: Tensor = torch.ops.quantized.linear_dynamic_fp16.default(x, self.packed)
            return product
        return torch.addmm(self.bias, x, self.weight)


def _can_be_packed(weight: Tensor) -> bool:
    """Whether FBGEMM multiplies this matrix without another number in it."""
    if weight.dtype != torch.float32 or weight.device.type != "cpu":
        return False
    if torch.backends.quantized.engine not in ENGINES:
        return False
    return held_exactly(weight)


def held_exactly(weight: Tensor) -> bool:
    """Whether 16 bits hold every number of a matrix."""
    return torch.equal(weight.half().float(), weight)
