"""The gated recurrent unit (Cho et al. 2014, arXiv 1406.1078, section 2.3): reads one word after another."""

from typing import NamedTuple

import torch
from torch import Tensor, nn


class Gates(NamedTuple):
    """Values of a gated recurrent unit at one step, each (B, H), or at all steps, each (B, T, H).

    Attributes:
        reset: r, how much of the old state goes into the candidate.
        update: z, how much of the old state remains.
        candidate: n, what the new state would be if nothing remained.
        state: h, the new state.
    """

    reset: Tensor
    update: Tensor
    candidate: Tensor
    state: Tensor


class GatedRecurrentUnit(nn.Module):
    """One state that is passed from word to word.

        r_t = σ(W_r x_t + U_r h_{t-1})
        z_t = σ(W_z x_t + U_z h_{t-1})
        n_t = tanh(W_n x_t + r_t ⊙ (U_n h_{t-1}))
        h_t = z_t ⊙ h_{t-1} + (1 − z_t) ⊙ n_t

    each with its biases. The three W are in one matrix, and so are the three U. The reset gate acts after U_n and not
    before it, as in PyTorch's GRU, so a step needs one product with the old state instead of two.

    Letters: B batch, T steps, X numbers of an input, H numbers of a state.
    """

    def __init__(self, input_size: int, size: int) -> None:
        super().__init__()
        self.size = size
        self.input_projection = nn.Linear(input_size, 3 * size)
        self.state_projection = nn.Linear(size, 3 * size)

    def reset_parameters(self) -> None:
        """Xavier-uniform for each W, orthogonal for each U, so that a state neither fades nor explodes at first."""
        for projection, draw in (
            (self.input_projection, nn.init.xavier_uniform_),
            (self.state_projection, nn.init.orthogonal_),
        ):
            for matrix in projection.weight.chunk(3):
                draw(matrix)
            nn.init.zeros_(projection.bias)

    def step(self, projected: Tensor, state: Tensor) -> Gates:
        """Advance by one step.

        Args:
            projected: (B, 3H), the input through `input_projection`.
            state: (B, H), before the step.
        """
        input_reset, input_update, input_candidate = projected.chunk(3, dim=-1)
        state_reset, state_update, state_candidate = self.state_projection(state).chunk(3, dim=-1)
        reset = torch.sigmoid(input_reset + state_reset)
        update = torch.sigmoid(input_update + state_update)
        candidate = torch.tanh(input_candidate + reset * state_candidate)
        return Gates(reset, update, candidate, candidate + update * (state - candidate))

    def run(self, inputs: Tensor, real: Tensor, backwards: bool = False) -> Gates:
        """Read a batch of sequences from a state of zeros; padding leaves the state unchanged.

        Args:
            inputs: (B, T, X). real: (B, T), False where there is padding.
            backwards: from the last position to the first.

        Returns:
            Each (B, T, H): position t has what was computed when it was read.
        """
        projected = self.input_projection(inputs).unbind(1)
        state = inputs.new_zeros(inputs.size(0), self.size)
        steps: list[Gates] = []
        order = range(inputs.size(1))
        for t in reversed(order) if backwards else order:
            gates = self.step(projected[t], state)
            state = torch.where(real[:, t, None], gates.state, state)
            steps.append(gates._replace(state=state))
        return stack_gates(steps[::-1] if backwards else steps)


def stack_gates(steps: list[Gates]) -> Gates:
    """The gates of several steps, each (B, H), as one, each (B, T, H)."""
    return Gates(*(torch.stack(each, dim=1) for each in zip(*steps, strict=True)))
