"""What positions are for (section 3.5 of the paper): how similar they are, and what order means to the encoder.

Attention sums over a set: without positions the encoder is *equivariant*, and reordered tokens give reordered vectors.
"""

from collections import defaultdict, deque
from collections.abc import Sequence

import torch
from torch import Tensor

from transformer.model.positional import SinusoidalPositions
from transformer.model.probe import intervene
from transformer.model.transformer import Transformer


def similarity(table: Tensor) -> Tensor:
    """The dot product of every position with every other, (P, D) → (P, P): PE(p) · PE(q).

    For sinusoids it depends only on the distance: Σ_i cos((p − q) / base^(2i/D)); it is D/2 for a position with itself.
    """
    return table @ table.T


def cosine(table: Tensor) -> Tensor:
    """`similarity` of rows scaled to length 1, (P, D) → (P, P), so that tables of different sizes compare: −1 to 1."""
    return similarity(torch.nn.functional.normalize(table, dim=1))


def swapped_order(length: int, first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """The order of `length` tokens after two words are swapped.

    Args:
        first, second: the positions of each word's tokens, consecutive and ascending; the words do not overlap.

    Returns:
        For each place of the new order, the position at which its token was before.
    """
    early, late = sorted((tuple(first), tuple(second)))
    between = range(early[-1] + 1, late[0])
    return (*range(early[0]), *late, *between, *early, *range(late[-1] + 1, length))


def match_order(first: Sequence[int], second: Sequence[int]) -> tuple[int, ...]:
    """The order that turns the ids `first` into the ids `second`; repeated tokens keep their order.

    Returns:
        For each place of `second`, the position in `first` of the same token.
    """
    places: defaultdict[int, deque[int]] = defaultdict(deque)
    for place, token in enumerate(first):
        places[token].append(place)
    return tuple(places[token].popleft() for token in second)


@torch.no_grad()
def encode_in_orders(
    model: Transformer, ids: Sequence[int], orders: Sequence[Sequence[int]], positions: bool
) -> Tensor:
    """The encoder's output for the same tokens read in several orders, with each token's vector in the same row.

    Args:
        ids: (S) of the sentence.
        orders: for each place of an order, the position in `ids` of the token there.
        positions: whether positional encodings are added; without, `encoder.positions` is set to zero.

    Returns:
        (orders, S, D): row s is always the vector of the token `ids[s]`, wherever it was.
    """
    order = torch.tensor([list(each) for each in orders])
    probe = intervene({} if positions else {"encoder.positions": torch.zeros_like})
    outputs = model.encode(torch.tensor(list(ids))[order], probe)
    back = order.argsort(dim=1)
    return outputs.take_along_dim(back.unsqueeze(-1), dim=1)


def largest_difference(outputs: Tensor) -> float:
    """The largest difference of any number between two outputs, (2, S, D), as the model's 32 bits hold them."""
    first, second = outputs.float()
    return float((first - second).abs().max())


def position_table(model: Transformer) -> Tensor:
    """All the encodings that the model has, (max_length, D), whether computed or trained."""
    return model.positions.table.detach()


def is_sinusoidal(model: Transformer) -> bool:
    """Whether the model's positions are computed rather than trained."""
    return isinstance(model.positions, SinusoidalPositions)
