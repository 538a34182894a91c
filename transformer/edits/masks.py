"""Edits of masks: which keys a query can look at (section 3.2.3 of the paper).

Positions are those of tokens, counted from 0: in the source with END last, in the target as the decoder reads it, with
START first.
"""

import math
from collections.abc import Callable, Sequence
from dataclasses import replace

import torch
from torch import Tensor

from transformer.edits.change import EditableModel, Effect, Passing, Step, Steps, cells, in_attentions
from transformer.edits.edit import named
from transformer.edits.places import EVERY
from transformer.errors import EditError
from transformer.model.attentions import kind_and_layer
from transformer.text.source import Source
from transformer.text.special_tokens import PAD, SPECIAL_TOKENS

MOST_PADDING = 40
OF_SOURCE = ("encoder", "cross")  # the attentions whose keys are source positions
_ONE_CELL = "One cell among many: usually no word changes, unless the head relied on it."

# From a mask (B, H, T, S), query positions (T, 1) and key positions (1, S) to a different mask of that shape.
Remask = Callable[[Tensor, Tensor, Tensor], Tensor]


@named(
    "Earlier positions now see later tokens, which never happened in training: forced through a known translation, the "
    "model can peek at the answer, but it never learned to use it."
)
def causal_off() -> Effect:
    """No causal mask: every target position sees the later ones too."""
    return Effect(_remask("decoder", _everywhere), looks_ahead=True, sees_padding=True)


@named(
    "Meaningless padding gets weight like any other token, so the same sentence could be translated differently in "
    "another batch."
)
def padding_off(count: int = 4) -> Effect:
    """Padding tokens after the sentence, as in a batch with a longer one, without a mask to hide them.

    Raises:
        EditError: for less than one, or more than MOST_PADDING.
    """
    if not 1 <= count <= MOST_PADDING:
        raise EditError(f"There can be 1 to {MOST_PADDING} padding tokens, not {count}.")

    def padded(translator: EditableModel, source: Source) -> Source:
        room = max(0, min(count, translator.model.config.max_length - len(source.ids)))
        return replace(source, ids=(*source.ids, *[PAD] * room), tokens=(*source.tokens, *[SPECIAL_TOKENS[PAD]] * room))

    return Effect(_remask(OF_SOURCE, _everywhere), padded, sees_padding=True)


@named("The decoder forgets how its sentence began: the fewer tokens it sees, the more it repeats or loses words.")
def last(count: int) -> Effect:
    """The decoder sees only the last `count` of its own tokens.

    Raises:
        EditError: for less than one.
    """
    if count < 1:
        raise EditError(f"At least the last token has to be seen, not the last {count}.")
    return Effect(_remask("decoder", lambda mask, rows, columns: mask & (rows - columns < count)))


@named(
    "What only this word says is lost: the model leaves it out, or guesses. The words around it can’t pass it on "
    "either, since no layer can look at it."
)
def close(*tokens: int) -> Effect:
    """Source tokens that neither the encoder nor the decoder can look at.

    Raises:
        EditError: if no position is given; when applied, if there is no such token or none is left.
    """
    if not tokens or min(tokens) < 0:
        raise EditError("Which source tokens do you want to hide? Give their positions, counted from 0.")

    def remask(mask: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        if max(tokens) >= columns.size(1):
            raise EditError(
                f"There is no source token {max(tokens)}; the sentence has {columns.size(1)}, counted from 0."
            )
        if len(set(tokens)) == columns.size(1):
            raise EditError("Every source token is hidden; leave at least one visible.")
        return mask & ~torch.isin(columns, torch.tensor(tokens, device=columns.device))

    return Effect(_remask(OF_SOURCE, remask))


@named(_ONE_CELL)
def open_cell(where: str, row: int, column: int) -> Effect:
    """One cell of a mask opened: query `row` can look at key `column`.

    Args:
        where: the attentions, see `transformer.edits.places`.
    """
    ahead = column > row and where.partition(".")[0] in (EVERY, "decoder")
    return Effect(_remask_cell(where, row, column, torch.logical_or), looks_ahead=ahead)


@named(_ONE_CELL)
def close_cell(where: str, row: int, column: int) -> Effect:
    """One cell of a mask closed: query `row` can't look at key `column`."""
    return Effect(_remask_cell(where, row, column, lambda mask, cell: mask & ~cell))


@named(
    "Every step sees only this word: it tends to be written again and again, and the rest of the sentence is guessed."
)
def force(column: int, where: str = "cross") -> Effect:
    """Every query that can look at key `column` gives it all its attention.

    Raises:
        EditError: for a negative column; when applied, if the source has no such token.
    """
    if column < 0:
        raise EditError(f"Columns are counted from 0; there is no column {column}.")

    def forced(place: str) -> Step:
        def step(weights: Tensor, passing: Passing) -> Tensor:
            if column >= weights.size(-1):
                if kind_and_layer(place)[0] == "decoder":
                    return weights  # not generated yet
                raise EditError(
                    f"There is no source token {column}; the sentence has {weights.size(-1)}, counted from 0."
                )
            allowed = ~torch.isneginf(passing.values[f"{place}.masked_scores"][..., column, None])
            one = torch.zeros_like(weights)
            one[..., column] = 1.0
            return torch.where(allowed, one, weights)

        return step

    return Effect(in_attentions(where, "weights", forced))


def _everywhere(mask: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
    return torch.ones_like(mask)


def _remask_cell(
    where: str, row: int, column: int, remask: Callable[[Tensor, Tensor], Tensor]
) -> Callable[[EditableModel], Steps]:
    if min(row, column) < 0:
        raise EditError(f"Rows and columns are counted from 0; there is no cell {row}, {column}.")
    return _remask(where, lambda mask, rows, columns: remask(mask, (rows == row) & (columns == column)))


def _remask(where: str | Sequence[str], remask: Remask) -> Callable[[EditableModel], Steps]:
    """Replace the mask in the named attentions."""

    def masking(place: str) -> Step:
        def step(masked_scores: Tensor, passing: Passing) -> Tensor:
            mask = remask(~torch.isneginf(masked_scores), *cells(masked_scores, place, passing))
            if not bool(mask.any(dim=-1).all()):
                raise EditError(f"In {place} a token has nothing left to look at: leave one cell of each row open.")
            return passing.values[f"{place}.scores"].masked_fill(~mask, -math.inf)

        return step

    return in_attentions(where, "masked_scores", masking)
