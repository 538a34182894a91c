"""Muon whose matrix products run in float32, for processors that only imitate bfloat16."""

from collections.abc import Callable, Iterable
from math import sqrt

import torch
from torch import Tensor, nn
from torch.optim import Muon

from transformer.training import parallel

SINGULAR_VALUES_TO_ONE = (3.4445, -4.7750, 2.0315)  # a, b and c of a x + b x³ + c x⁵, as PyTorch's Muon has them
ITERATIONS = 5
SMALLEST_NORM = 1e-7


class Float32Muon(Muon):
    """PyTorch's Muon without weight decay and with updates of Adam's length, computed in float32.

    PyTorch's own always computes in bfloat16. On a CPU without instructions for it that takes three times as long,
    which is a sixth of a whole step of training a small model. Of several processes, each orthogonalises its share of
    the matrices.
    """

    def __init__(self, parameters: Iterable[nn.Parameter]) -> None:
        super().__init__(parameters, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """Move every matrix that has a gradient by its Nesterov momentum, orthogonalised.

        Args:
            closure: computes the gradients first, and the loss, which is returned.
        """
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            matrices = [matrix for matrix in group["params"] if matrix.grad is not None]
            averages = [self._nesterov(matrix, group["momentum"]) for matrix in matrices]
            directions = parallel.computed_together(orthogonalised, averages)
            for matrix, direction in zip(matrices, directions, strict=True):
                # The factor gives an update the length that Adam's has (Liu et al. 2025, arXiv 2502.16982).
                matrix.add_(direction, alpha=-0.2 * group["lr"] * sqrt(max(matrix.shape)))
        return loss

    def _nesterov(self, matrix: nn.Parameter, share: float) -> Tensor:
        """The gradient, with as much as `share` of the average of those before."""
        assert matrix.grad is not None
        state = self.state[matrix]
        if not state:
            state["momentum_buffer"] = torch.zeros_like(matrix)
        momentum = state["momentum_buffer"].lerp_(matrix.grad, 1 - share)
        return matrix.grad.lerp(momentum, share)


def orthogonalised(matrix: Tensor) -> Tensor:
    """U S' Vᵀ for a matrix U S Vᵀ, with S' between about 0.7 and 1.2: Newton and Schulz's iteration.

    X ← a X + (b X Xᵀ + c (X Xᵀ)²) X, five times, from X = matrix / ‖matrix‖ (Jordan 2024,
    https://kellerjordan.github.io/posts/muon). Singular values much smaller than the largest stay below.

    Args:
        matrix: (M, N), float32.

    Returns:
        (M, N).
    """
    a, b, c = SINGULAR_VALUES_TO_ONE
    wide = matrix if matrix.size(0) <= matrix.size(1) else matrix.T  # the smaller square is the cheaper one
    result = wide / wide.norm().clamp(min=SMALLEST_NORM)
    for _ in range(ITERATIONS):
        square = result @ result.T
        result = torch.addmm(result, torch.addmm(square, square, square, beta=b, alpha=c), result, beta=a)
    return result if wide is matrix else result.T
