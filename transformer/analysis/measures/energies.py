"""What an energy of Bahdanau's attention is made of: a sum over the hidden layer that compares two states.

    e_ij = vᵀ tanh(W s_{i-1} + U h_j) = Σ_k v_k tanh((W s_{i-1})_k + (U h_j)_k)

(Bahdanau et al. 2014, arXiv 1409.0473, appendix A.1.2.)
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.errors import GlassformerError
from transformer.model.recurrent.attention import AdditiveAttention
from transformer.model.recurrent.network import RecurrentNetwork


@dataclass(frozen=True)
class AdditiveAttentionStates:
    """What one sentence's energies are computed from.

    Letters: T positions of the target, S of the source, A width of the hidden layer.

    Attributes:
        states: W s_{i-1} with its bias, (T, A). words: U h_j, (S, A).
        v: the weight of each number in the hidden layer, (A).
    """

    states: Tensor
    words: Tensor
    v: Tensor

    def terms(self, step: int, word: int) -> Tensor:
        """v_k tanh((W s)_k + (U h)_k) for one step and one word, (A); the sum is the energy."""
        return self.v * torch.tanh(self.states[step] + self.words[word])


@torch.no_grad()
def additive_attention_states(model: RecurrentNetwork, activations: Mapping[str, Tensor]) -> AdditiveAttentionStates:
    """Take the hidden layer from what one pass through the model computed.

    Args:
        activations: by name, without a batch, as in a `Trace`.

    Raises:
        GlassformerError: if the model's attention is not additive.
    """
    attention = model.look_back
    if not isinstance(attention, AdditiveAttention):
        raise GlassformerError("Only additive attention has energies that are sums over a hidden layer.")
    states = activations["decoder.forward.state"]
    before = torch.cat([activations["encoder.start"].unsqueeze(0), states[:-1]])  # the state that each step begins in
    words: Tensor = attention.keys(activations["encoder.output"])
    return AdditiveAttentionStates(attention.query_projection(before), words, attention.energy.weight[0])
