"""What turns gradients into updates: Adam as in the paper (section 5.3), or Muon for the matrices inside the layers."""

from collections import defaultdict
from collections.abc import Callable, Iterable
from functools import partial
from math import sqrt

import torch
from torch import Tensor, nn
from torch.optim import Muon, Optimizer

from transformer.devices import multiplies_bfloat16
from transformer.learning import make_adam
from transformer.model.translation_model import TranslationModel
from transformer.training import parallel
from transformer.training.config import TrainingConfig


def make_optimizers(model: TranslationModel, config: TrainingConfig) -> list[Optimizer]:
    """One optimiser, or two that share the model's parameters between them; all follow the same learning rate.

    "adam": Adam as in the paper (`make_adam`) for everything.

    "muon": Muon for the matrices between embedding and output (Jordan 2024, https://kellerjordan.github.io/posts/muon):
    the momentum of a gradient with all singular values set to about 1, scaled to the length of Adam's updates (Liu et
    al. 2025, arXiv 2502.16982). Adam keeps the rest. Its products are in bfloat16 where the device multiplies it fast.
    """
    matrices: list[nn.Parameter] = []
    if config.optimizer == "muon":
        matrices = model.inner_matrices()
    chosen = {id(parameter) for parameter in matrices}
    others = [parameter for parameter in model.parameters() if id(parameter) not in chosen]
    optimizers: list[Optimizer] = [make_adam(others)]
    if matrices:
        kind = torch.bfloat16 if multiplies_bfloat16(matrices[0].device) else torch.float32
        optimizers.append(StackedMuon(matrices, kind))
    return optimizers


SINGULAR_VALUES_TO_ONE = (3.4445, -4.7750, 2.0315)  # a, b and c of a x + b x³ + c x⁵, as in PyTorch's Muon
ITERATIONS = 5
SMALLEST_NORM = 1e-7


class StackedMuon(Muon):
    """PyTorch's Muon without weight decay; matrices of one shape are updated together, and shared among processes.

    Args:
        kind: of the numbers that are multiplied: bfloat16 where the device multiplies it fast, else float32.
    """

    def __init__(self, parameters: Iterable[nn.Parameter], kind: torch.dtype) -> None:
        super().__init__(parameters, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")
        self._kind = kind

    @torch.no_grad()
    def step(self, closure: Callable[[], float] | None = None) -> float | None:  # type: ignore[override]
        """Move every matrix that has a gradient by its orthogonalised Nesterov momentum."""
        loss = None
        if closure is not None:
            with torch.enable_grad():
                loss = closure()
        for group in self.param_groups:
            for matrices in _by_shape(group["params"]):
                averages = self._nesterov(matrices, group["momentum"])
                directions = parallel.compute_together(partial(orthogonalise, kind=self._kind), averages)
                # The factor gives an update the length that Adam's has (Liu et al. 2025, arXiv 2502.16982).
                factor = -0.2 * group["lr"] * sqrt(max(matrices[0].shape))
                torch._foreach_add_(matrices, list(directions), alpha=factor)
        return loss

    def _nesterov(self, matrices: list[Tensor], share: float) -> Tensor:
        """(n, M, N): the gradients mixed with their running averages."""
        states = [self.state[matrix] for matrix in matrices]
        for matrix, state in zip(matrices, states, strict=True):
            if not state:
                state["momentum_buffer"] = torch.zeros_like(matrix)
        gradients = [matrix.grad for matrix in matrices if matrix.grad is not None]
        averages = [state["momentum_buffer"] for state in states]
        torch._foreach_lerp_(averages, gradients, 1 - share)
        return torch.stack(torch._foreach_lerp(gradients, averages, share))


def _by_shape(parameters: Iterable[Tensor]) -> Iterable[list[Tensor]]:
    """The matrices that have a gradient, those of one shape together."""
    found: dict[torch.Size, list[Tensor]] = defaultdict(list)
    for parameter in parameters:
        if parameter.grad is not None:
            found[parameter.shape].append(parameter)
    return found.values()


def orthogonalise(matrices: Tensor, kind: torch.dtype = torch.float32) -> Tensor:
    """U S' Vᵀ for matrices U S Vᵀ, with S' between about 0.7 and 1.2: Newton and Schulz's iteration.

    X ← a X + (b X Xᵀ + c (X Xᵀ)²) X, five times, from X = matrix / ‖matrix‖ (Jordan 2024,
    https://kellerjordan.github.io/posts/muon). Singular values much smaller than the largest stay below.

    Args:
        matrices: (n, M, N), float32. kind: of the numbers in the products.

    Returns:
        (n, M, N), float32.
    """
    a, b, c = SINGULAR_VALUES_TO_ONE
    is_wide = matrices.size(1) <= matrices.size(2)
    wide = matrices if is_wide else matrices.mT  # the smaller square is the cheaper one
    result = (wide / wide.norm(dim=(1, 2), keepdim=True).clamp(min=SMALLEST_NORM)).to(kind)
    for _ in range(ITERATIONS):
        square = result @ result.mT
        result = torch.baddbmm(result, torch.baddbmm(square, square, square, beta=b, alpha=c), result, beta=a)
    result = result.float()
    return result if is_wide else result.mT
