"""How a recurrent decoder looks back at the source: Bahdanau's additive attention and Luong's dot product.

Both compare the state s_{i-1} of the decoder with every state h_j of the encoder:

    α_ij = softmax_j(e_ij),    c_i = Σ_j α_ij h_j
"""

from abc import ABC, abstractmethod

import torch
from torch import Tensor, nn


class LookBack(nn.Module, ABC):
    """A rule for the energies e_ij.

    Letters: B batch, S source length, H numbers of a decoder's state, C numbers of an encoder's, A hidden width.
    """

    @abstractmethod
    def keys(self, states: Tensor) -> Tensor:
        """The part of the energies that depends only on the source: (B, S, C) → (B, S, …)."""

    @abstractmethod
    def energies(self, state: Tensor, keys: Tensor) -> Tensor:
        """e_ij of one step i: the decoder's state (B, H) against all keys → (B, S)."""


class AdditiveAttention(LookBack):
    """e_ij = vᵀ tanh(W s_{i-1} + U h_j) (Bahdanau et al. 2015, arXiv 1409.0473, appendix A.1.2)."""

    def __init__(self, decoder_size: int, context_size: int, attention_size: int) -> None:
        super().__init__()
        self.query_projection = nn.Linear(decoder_size, attention_size)
        self.key_projection = nn.Linear(context_size, attention_size, bias=False)
        self.energy = nn.Linear(attention_size, 1, bias=False)

    def keys(self, states: Tensor) -> Tensor:
        """U h_j, (B, S, A)."""
        keys: Tensor = self.key_projection(states)
        return keys

    def energies(self, state: Tensor, keys: Tensor) -> Tensor:
        """vᵀ tanh(W s + U h_j), (B, S)."""
        energies: Tensor = self.energy(torch.tanh(self.query_projection(state).unsqueeze(1) + keys))
        return energies.squeeze(-1)


class DotAttention(LookBack):
    """e_ij = s_{i-1}ᵀ W h_j (Luong et al. 2015, arXiv 1508.04025, section 3.1, "general")."""

    def __init__(self, decoder_size: int, context_size: int) -> None:
        super().__init__()
        self.key_projection = nn.Linear(context_size, decoder_size, bias=False)

    def keys(self, states: Tensor) -> Tensor:
        """W h_j, (B, S, H)."""
        keys: Tensor = self.key_projection(states)
        return keys

    def energies(self, state: Tensor, keys: Tensor) -> Tensor:
        """sᵀ W h_j, (B, S)."""
        return (keys @ state.unsqueeze(-1)).squeeze(-1)
