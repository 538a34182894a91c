"""Muon in float32 against PyTorch's Muon and against the singular value decomposition."""

import pytest
import torch
from torch import nn
from torch.optim import Muon

from transformer.training.optimizers import StackedMuon, orthogonalise

SHAPES = [(16, 16), (12, 40), (40, 12)]


@pytest.mark.parametrize("shape", SHAPES)
def test_orthogonalised_keeps_the_directions_and_levels_the_lengths(shape: tuple[int, int]) -> None:
    torch.manual_seed(1)
    left, _, right = torch.linalg.svd(torch.randn(shape, dtype=torch.float64), full_matrices=False)
    lengths = torch.linspace(0.2, 3, min(shape), dtype=torch.float64)
    matrix = (left * lengths @ right).float()
    (result,) = orthogonalise(matrix[None]).double()
    torch.testing.assert_close(orthogonalise(torch.stack([torch.eye(*shape), matrix]))[1].double(), result)
    levelled = left.T @ result @ right.T
    torch.testing.assert_close(levelled, levelled.diag().diag(), rtol=0, atol=1e-4)  # the same U and V
    assert levelled.diag().min() > 0.6
    assert levelled.diag().max() < 1.3


@pytest.mark.parametrize("kind", [torch.float32, torch.bfloat16])
def test_steps_are_those_of_pytorch_up_to_its_precision(kind: torch.dtype) -> None:
    torch.manual_seed(2)
    ours, theirs = ([nn.Parameter(torch.ones(shape)) for shape in [*SHAPES, *SHAPES]] for _ in range(2))
    muons = StackedMuon(ours, kind), Muon(theirs, weight_decay=0.0, adjust_lr_fn="match_rms_adamw")
    for rate in (0.1, 0.05, 0.02):
        for own, reference in zip(ours, theirs, strict=True):
            own.grad = torch.randn_like(own)
            reference.grad = own.grad.clone()
        for muon in muons:
            muon.param_groups[0]["lr"] = rate
            muon.step()
    for own, reference in zip(ours, theirs, strict=True):
        moved, expected = own.detach() - 1, reference.detach() - 1
        # bfloat16 keeps 8 bits, so that an update of PyTorch's is off by about a hundredth of its length.
        assert (moved - expected).norm() < 0.02 * expected.norm()
        assert expected.norm() > 0.1
    states = [muon.state_dict()["state"] for muon in muons]
    torch.testing.assert_close(states[0], states[1])
