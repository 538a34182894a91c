"""How much of each word remains in the one vector that an encoder without attention passes to its decoder.

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
        GlassformerError: if it has attention, and so reads in both directions.
    """
    if model.config.looks_back:
        raise GlassformerError("A network with attention hands over all its states, not a single vector.")
    positions = list(range(length))
    return positions[::-1] if model.config.backwards else positions


@torch.no_grad()
def what_is_left(model: RecurrentNetwork, source: Sequence[int]) -> Tensor:
    """How far each state would change if one word were blank: ‖h − h'‖ ÷ ‖h‖.

    The sentence is read again for every word, with that word's vector set to zero. 0 means that the state has lost the
    word; 1 that the state would change by its own length.

    Args:
        source: (S) ids, END included.

    Returns:
        (S, S): row k is the state after k + 1 words were read, in `reading_order`; column j is the token at position j.
        It is 0 for a word that has not been read yet. The last row is the vector that is passed to the decoder.

    Raises:
        GlassformerError: if the network has attention.
    """
    order = reading_order(model, len(source))
    ids = torch.tensor([list(source)], device=next(model.parameters()).device)
    blanks = (1 - torch.eye(len(source), device=ids.device)).split(_AT_ONCE)
    return torch.cat([_measure_movement(model, ids, some) for some in blanks]).T[order]


def _measure_movement(model: RecurrentNetwork, ids: Tensor, kept: Tensor) -> Tensor:
    """How far the states of a source (1, S) move, (B, S), blanking the words with a 0 in a row of `kept` (B, S)."""
    every = torch.cat([kept.new_ones(1, ids.size(1)), kept])  # always a full batch, so that rounding is the same
    name = f"encoder.{'backward' if model.config.backwards else 'forward'}.state"
    recorder = Recorder((name,))
    blank = intervene({"encoder.input": lambda vectors: vectors * every.unsqueeze(-1)})
    model.encode(ids.expand(len(every), -1), chain(blank, recorder))
    whole, others = recorder.activations[name].split([1, len(kept)])
    return (others - whole).norm(dim=-1) / whole.norm(dim=-1)
