"""The gated recurrent unit beside PyTorch's own."""

import pytest
import torch
from torch import Tensor, nn

from transformer.model.recurrent.gru import GatedRecurrentUnit


def twin(unit: GatedRecurrentUnit, inputs: int) -> nn.GRU:
    """PyTorch's unit with the same weights."""
    other = nn.GRU(inputs, unit.size, batch_first=True).to(torch.float64)
    with torch.no_grad():
        other.weight_ih_l0.copy_(unit.input_projection.weight)
        other.weight_hh_l0.copy_(unit.state_projection.weight)
        other.bias_ih_l0.copy_(unit.input_projection.bias)
        other.bias_hh_l0.copy_(unit.state_projection.bias)
    return other


@pytest.fixture
def unit() -> GatedRecurrentUnit:
    torch.manual_seed(1)
    made = GatedRecurrentUnit(5, 7).to(torch.float64)
    for parameter in made.parameters():
        nn.init.normal_(parameter)
    return made


@pytest.fixture
def inputs() -> Tensor:
    return torch.randn(3, 6, 5, dtype=torch.float64, generator=torch.Generator().manual_seed(2))


def test_it_reads_in_both_directions_as_pytorchs_does(unit: GatedRecurrentUnit, inputs: Tensor) -> None:
    states = unit.run(inputs, torch.ones(3, 6, dtype=torch.bool)).state
    torch.testing.assert_close(states, twin(unit, 5)(inputs)[0])
    backwards = unit.run(inputs, torch.ones(3, 6, dtype=torch.bool), backwards=True).state
    torch.testing.assert_close(backwards.flip(1), twin(unit, 5)(inputs.flip(1))[0])


@pytest.mark.parametrize("backwards", [False, True])
def test_padding_changes_no_state_of_a_word(unit: GatedRecurrentUnit, inputs: Tensor, backwards: bool) -> None:
    real = torch.tensor([[True] * 6, [True] * 4 + [False] * 2, [True] + [False] * 5])
    together = unit.run(inputs, real, backwards).state
    for row, length in enumerate([6, 4, 1]):
        alone = unit.run(inputs[row : row + 1, :length], real[row : row + 1, :length], backwards).state
        torch.testing.assert_close(together[row : row + 1, :length], alone)
    if not backwards:  # the last state is handed over, wherever the sentence ended
        torch.testing.assert_close(together[2, -1], together[2, 0])
