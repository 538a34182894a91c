"""What turns gradients into updates: Adam as in the paper (section 5.3), or Muon for the matrices inside the layers."""

from collections.abc import Callable, Iterable
from math import sqrt

import torch
from torch import Tensor, nn
from torch.optim import Adam, Muon, Optimizer

from transformer.devices import multiplies_bfloat16
from transformer.model.translation_model import TranslationModel
from transformer.training import parallel
from transformer.training.config import TrainingConfig


def make_optimizers(model: TranslationModel, config: TrainingConfig) -> list[Optimizer]:
    """One optimiser, or two that share the model's parameters between them; all follow the same learning rate.

    "adam": Adam with β_1 = 0.9, β_2 = 0.98, ε = 10^-9 for everything, as in the paper.

    "muon": Muon for the matrices between embedding and output (Jordan 2024, https://kellerjordan.github.io/posts/muon):
    the momentum of a gradient with all singular values set to about 1, scaled to the length of Adam's updates (Liu et
    al. 2025, arXiv 2502.16982). Adam keeps the rest. `Float32Muon` runs where the device only emulates bfloat16.
    """
    matrices: list[nn.Parameter] = []
    if config.optimizer == "muon":
        matrices = model.inner_matrices()
    chosen = {id(parameter) for parameter in matrices}
    others = [parameter for parameter in model.parameters() if id(parameter) not in chosen]
    optimizers: list[Optimizer] = [Adam(others, betas=(0.9, 0.98), eps=1e-9, fused=True)]
    if matrices:
        quick = multiplies_bfloat16(matrices[0].device)
        optimizers.append(
            Muon(matrices, weight_decay=0.0, adjust_lr_fn="match_rms_adamw") if quick else Float32Muon(matrices)
        )
    return optimizers


SINGULAR_VALUES_TO_ONE = (3.4445, -4.7750, 2.0315)  # a, b and c of a x + b x³ + c x⁵, as in PyTorch's Muon
ITERATIONS = 5
SMALLEST_NORM = 1e-7


class Float32Muon(Muon):
    """PyTorch's Muon without weight decay, computed in float32 instead of bfloat16, and divided among processes."""

    def __init__(self, parameters: Iterable[nn.Parameter]) -> None:
        super().__init__(parameters, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """Move every matrix that has a gradient by its orthogonalised Nesterov momentum."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            matrices = [matrix for matrix in group["params"] if matrix.grad is not None]
            averages = [self._nesterov(matrix, group["momentum"]) for matrix in matrices]
            directions = parallel.computed_together(orthogonalised, averages)
            for matrix, direction in zip(matrices, directions, strict=True):
                # The factor gives an update the same length as Adam's (Liu et al. 2025, arXiv 2502.16982).
                matrix.add_(direction, alpha=-0.2 * group["lr"] * sqrt(max(matrix.shape)))
        return loss

    def _nesterov(self, matrix: nn.Parameter, share: float) -> Tensor:
        """The gradient mixed with its running average."""
        assert matrix.grad is not None
        state = self.state[matrix]
        if not state:
            state["momentum_buffer"] = torch.zeros_like(matrix)
        momentum = state["momentum_buffer"].lerp_(matrix.grad, 1 - share)
        return matrix.grad.lerp(momentum, share)


def orthogonalised(matrix: Tensor) -> Tensor:
    """U S' Vᵀ for a matrix U S Vᵀ, with S' between about 0.7 and 1.2: Newton and Schulz's iteration.

    X ← a X + (b X Xᵀ + c (X Xᵀ)²) X, five times, from X = matrix / ‖matrix‖ (Jordan 2024,
    https://kellerjordan.github.io/posts/muon). Singular values much smaller than the largest remain smaller.

    Args:
        matrix: (M, N), float32.

    Returns:
        (M, N).
    """
    a, b, c = SINGULAR_VALUES_TO_ONE
    wide = matrix if matrix.size(0) <= matrix.size(1) else matrix.T  # the smaller square is cheaper
    result = wide / wide.norm().clamp(min=SMALLEST_NORM)
    for _ in range(ITERATIONS):
        square = result @ result.T
        result = torch.addmm(result, torch.addmm(square, square, square, beta=b, alpha=c), result, beta=a)
    return result if wide is matrix else result.T
