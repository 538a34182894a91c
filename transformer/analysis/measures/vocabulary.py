"""The embedding table as a space: which pieces are close together, and a map of all of them.

The table E is (V, D), one learned row for each piece (section 3.4 of the paper).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import torch
import torch.nn.functional as F
from torch import Tensor

from transformer.text.special_tokens import PAD, SPECIAL_TOKENS, WORD_START

PieceKind = Literal["word start", "continuation", "sign", "special"]
PIECE_KINDS: tuple[PieceKind, ...] = ("word start", "continuation", "sign", "special")


@dataclass(frozen=True)
class Neighbours:
    """The rows that point most nearly in the direction of the given rows.

    Attributes:
        ids: (N, K), the nearest first.
        cosines: (N, K), cos(a, b) = a · b / (‖a‖ ‖b‖), between −1 and 1.
    """

    ids: Tensor
    cosines: Tensor


@torch.no_grad()
def nearest_neighbours(table: Tensor, ids: Sequence[int], count: int = 10) -> Neighbours:
    """The `count` rows most similar to each of the given rows, by cosine similarity.

    A row is not its own neighbour, and padding, which is not text, is never one.

    Args:
        table: (V, D). ids: (N) rows of it.
    """
    chosen, cosines = _compare(table, ids)
    cosines[torch.arange(len(chosen)), chosen] = -torch.inf
    cosines[:, PAD] = -torch.inf
    best = cosines.topk(count, dim=1)
    return Neighbours(best.indices, best.values)


@torch.no_grad()
def nearness(table: Tensor, first: int, second: int) -> tuple[float, int]:
    """How similar two rows are, and the second's rank among all rows by similarity to the first: 1 if no other is
    closer.

    Padding has no rank, as in `nearest_neighbours`.
    """
    cosines = _compare(table, [first])[1][0]
    others = cosines.clone()
    others[[first, PAD]] = -torch.inf
    return float(cosines[second]), 1 + int((others > cosines[second]).sum())


def _compare(table: Tensor, ids: Sequence[int]) -> tuple[Tensor, Tensor]:
    """Some rows' ids (N), and their cosines with every row (N, V), without a second table."""
    chosen = torch.as_tensor(list(ids), dtype=torch.long, device=table.device)
    return chosen, F.normalize(table[chosen], dim=1) @ table.T / table.norm(dim=1).clamp_min(1e-12)


@torch.no_grad()
def mean_cosine(table: Tensor) -> float:
    """The mean cosine of two different rows of the table, (V, D), over all pairs."""
    # Σ_ij u_i · u_j = ‖Σ u_i‖², minus the products of rows with themselves.
    count, summed, themselves = len(table), torch.zeros(table.size(1), dtype=torch.float64), 0.0
    for part in table.cpu().split(4096):  # 64 bits of all rows at once would take much memory
        unit = F.normalize(part.double(), dim=1)
        summed += unit.sum(dim=0)
        themselves += float(unit.square().sum())
    return (float(summed.square().sum()) - themselves) / (count * (count - 1))


def piece_kind(piece: str) -> PieceKind:
    """What a piece of the vocabulary is: it starts a word, continues one, is punctuation or a digit, or is not text."""
    if piece in SPECIAL_TOKENS.values():
        return "special"
    if not any(map(str.isalpha, piece)):
        return "sign"
    return "word start" if piece.startswith(WORD_START) else "continuation"


@torch.no_grad()
def idle_pieces(table: Tensor, likeness: float = 0.9) -> Tensor:
    """Pieces whose rows training has hardly ever used: (V) booleans.

    Padding is neither read nor predicted; the softmax over a tied table only pushes its row away. A row like padding's
    has learned nothing else. If padding's row is zero, as in an untied table, no piece is idle.

    Args:
        table: (V, D). likeness: the cosine similarity with padding's row from which a piece counts as idle.
    """
    unit = F.normalize(table, dim=1)
    return unit @ unit[PAD] > likeness


@torch.no_grad()
def typical_sizes(table: Tensor, counts: Tensor) -> Tensor:
    """The root mean square of each of the table's columns weighted by how often training reads each row, (D).

    Args:
        table: (V, D). counts: (V), how often each row was read.
    """
    share = (counts / counts.sum()).to(table)
    return (share @ table.square()).sqrt()


def share_of_neighbours(table: Tensor, asked: Tensor, counted: Tensor, count: int = 10) -> float:
    """How many of the nearest neighbours of some pieces belong to a group, on average: a share between 0 and 1, or 0
    without pieces.

    Args:
        table: (V, D). asked: (V) booleans, the pieces whose neighbours are counted. counted: (V) booleans, the group.
    """
    if not asked.any():
        return 0.0
    parts = asked.nonzero().flatten().split(512)  # a few rows at a time: all at once would be a V × V matrix
    found = [counted[nearest_neighbours(table, part.tolist(), count).ids].flatten() for part in parts]
    return float(torch.cat(found).float().mean())
