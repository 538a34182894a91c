"""How much of each word is left in the one vector that an encoder without attention passes to its decoder.

See Cho et al. 2014, arXiv 1406.1078; Sutskever et al. 2014, arXiv 1409.3215.
"""

from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.errors import GlassformerError
from transformer.model.probe import Recorder, chain, intervene
from transformer.model.recurrent.network import RecurrentNetwork

_AT_ONCE = 16  # sentences in a batch, to save memory


def reading_order(model: RecurrentNetwork, length: int) -> list[int]:
    """The positions of a source of `length` tokens in the order in which a network without attention reads them.

    Raises:
        GlassformerError: if it looks back, and so reads in both directions.
    """
    if model.config.looks_back:
        raise GlassformerError("A network with attention hands over all its states, and not one vector.")
    positions = list(range(length))
    return positions[::-1] if model.config.backwards else positions


@torch.no_grad()
def what_is_left(model: RecurrentNetwork, source: Sequence[int]) -> Tensor:
    """How far each state would move if one word were blank: ‖h − h'‖ ÷ ‖h‖.

    The sentence is read again for every word, with that word's vector set to zero. 0 means that nothing of the word is
    left in the state; 1 that the state would be off by its own length.

    Args:
        source: (S) ids, END included.

    Returns:
        (S, S): row k is the state after k + 1 words were read, in `reading_order`; column j is the token at position j.
        Of a word that is yet to be read it is 0. The last row is the vector that is handed over.

    Raises:
        GlassformerError: if the network looks back.
    """
    order = reading_order(model, len(source))
    ids = torch.tensor([list(source)], device=next(model.parameters()).device)
    blanks = (1 - torch.eye(len(source), device=ids.device)).split(_AT_ONCE)
    return torch.cat([_moved(model, ids, some) for some in blanks]).T[order]


def _moved(model: RecurrentNetwork, ids: Tensor, kept: Tensor) -> Tensor:
    """How far the states of a source (1, S) are moved, (B, S), by what is blank where a row of `kept` (B, S) is 0."""
    every = torch.cat([kept.new_ones(1, ids.size(1)), kept])  # whole in each batch, so that it rounds the same
    name = f"encoder.{'backward' if model.config.backwards else 'forward'}.state"
    recorder = Recorder((name,))
    blank = intervene({"encoder.input": lambda vectors: vectors * every.unsqueeze(-1)})
    model.encode(ids.expand(len(every), -1), chain(blank, recorder))
    whole, others = recorder.activations[name].split([1, len(kept)])
    return (others - whole).norm(dim=-1) / whole.norm(dim=-1)
