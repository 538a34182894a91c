"""Edits of masks: which keys a query may look at (section 3.2.3 of the paper).

Positions are those of tokens, counted from 0: of the source its own, END last; of the target as the decoder reads it,
START first.
"""

import math
from collections.abc import Callable
from dataclasses import replace

import torch
from torch import Tensor

from transformer.edits.change import Change, EditableModel, Passing, Step, Steps, cells, for_config, positions
from transformer.edits.edit import Edit
from transformer.edits.places import EVERY, attention_places
from transformer.errors import EditError
from transformer.model.config import ModelConfig
from transformer.text.source import Source
from transformer.text.special_tokens import PAD, SPECIAL_TOKENS

MOST_PADDING = 40

# From a mask (B, H, T, S), query positions (T, 1) and key positions (1, S) to another mask of that shape.
Remask = Callable[[Tensor, Tensor, Tensor], Tensor]


def causal_off() -> Edit:
    """No causal mask: every target position sees the later ones too."""
    return Edit.of(
        Change(
            "causal_off",
            (),
            "Earlier positions now see the tokens after them, which never happened in training: led through a known "
            "translation, the model can peek at the answer, but it was never taught to use it.",
            for_config(lambda config: _remasked(config, "decoder", lambda mask, rows, columns: torch.ones_like(mask))),
            looks_ahead=True,
            sees_padding=True,
        )
    )


def padding_off(count: int = 4) -> Edit:
    """So many padding tokens behind the sentence, as beside a longer one in a batch, and no mask that hides them.

    Raises:
        EditError: for less than one, or more than MOST_PADDING.
    """
    if not 1 <= count <= MOST_PADDING:
        raise EditError(f"There can be 1 to {MOST_PADDING} padding tokens, not {count}.")

    def padded(translator: EditableModel, source: Source) -> Source:
        room = max(0, min(count, translator.model.config.max_length - len(source.ids)))
        padding = (PAD,) * room
        return replace(
            source, ids=(*source.ids, *padding), tokens=(*source.tokens, *[SPECIAL_TOKENS[PAD]] * len(padding))
        )

    def steps(config: ModelConfig) -> Steps:
        everywhere: Remask = lambda mask, rows, columns: torch.ones_like(mask)  # noqa: E731
        return {**_remasked(config, "encoder", everywhere), **_remasked(config, "cross", everywhere)}

    return Edit.of(
        Change(
            "padding_off",
            (str(count),),
            "Padding that means nothing gets weight like any other token, so the same sentence would be translated "
            "otherwise in another batch.",
            for_config(steps),
            padded,
            sees_padding=True,
        )
    )


def last(count: int) -> Edit:
    """The decoder sees only the last so many of its own tokens.

    Raises:
        EditError: for less than one.
    """
    if count < 1:
        raise EditError(f"At least the last token has to be seen, not the last {count}.")
    return Edit.of(
        Change(
            "last",
            (str(count),),
            "The decoder forgets how its sentence began: agreement over a distance suffers, and words may be said "
            "twice.",
            for_config(
                lambda config: _remasked(config, "decoder", lambda mask, rows, columns: mask & (rows - columns < count))
            ),
        )
    )


def close(*tokens: int) -> Edit:
    """Source tokens that nobody may look at: neither the encoder nor the decoder.

    Raises:
        EditError: if no position is given; when carried out, if there is no such token or none is left.
    """
    if not tokens or min(tokens) < 0:
        raise EditError("Which source tokens shall be closed? Give their positions, counted from 0.")

    def remask(mask: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        if max(tokens) >= columns.size(1):
            raise EditError(f"There is no source token {max(tokens)}; the sentence has {columns.size(1)}, from 0 on.")
        if len(set(tokens)) == columns.size(1):
            raise EditError("Every source token is closed; leave one open, or there is nothing to look at.")
        return mask & ~torch.isin(columns, torch.tensor(tokens, device=columns.device))

    return Edit.of(
        Change(
            "close",
            positions(tokens),
            "What only this word said is lost, and the model says what usually stands there; what its neighbours "
            "told about it before is closed as well, since no layer may look at it.",
            for_config(lambda config: {**_remasked(config, "encoder", remask), **_remasked(config, "cross", remask)}),
        )
    )


def open_cell(where: str, row: int, column: int) -> Edit:
    """One cell of a mask opened: query `row` may look at key `column`.

    Args:
        where: the attentions, see `transformer.edits.places`.
    """
    return _cell("open_cell", where, row, column, True)


def close_cell(where: str, row: int, column: int) -> Edit:
    """One cell of a mask closed: query `row` may not look at key `column`."""
    return _cell("close_cell", where, row, column, False)


def force(column: int, where: str = "cross") -> Edit:
    """Every query that may look at key `column` gives it all its attention.

    Raises:
        EditError: for a negative column; when carried out, if the source has no such token.
    """
    if column < 0:
        raise EditError(f"Columns are counted from 0; there is no column {column}.")

    def forced(place: str) -> Step:
        def step(weights: Tensor, passing: Passing) -> Tensor:
            if column >= weights.size(-1):
                if place.endswith(".self_attention") and place.startswith("decoder."):
                    return weights  # not said yet
                raise EditError(f"There is no source token {column}; the sentence has {weights.size(-1)}, from 0 on.")
            allowed = ~torch.isneginf(passing.value(f"{place}.masked_scores")[..., column, None])
            one = torch.zeros_like(weights)
            one[..., column] = 1.0
            return torch.where(allowed, one, weights)

        return step

    return Edit.of(
        Change(
            "force",
            (str(column), where),
            "Every step hears of this one word: it tends to be said again and again, and the rest of the sentence "
            "is guessed.",
            for_config(lambda config: {f"{place}.weights": forced(place) for place in attention_places(config, where)}),
        )
    )


def _cell(name: str, where: str, row: int, column: int, is_open: bool) -> Edit:
    if min(row, column) < 0:
        raise EditError(f"Rows and columns are counted from 0; there is no cell {row}, {column}.")
    ahead = is_open and column > row and where.partition(".")[0] in (EVERY, "decoder")

    def remask(mask: Tensor, rows: Tensor, columns: Tensor) -> Tensor:
        here = (rows == row) & (columns == column)
        return mask | here if is_open else mask & ~here

    return Edit.of(
        Change(
            name,
            (where, str(row), str(column)),
            "One cell among many: most of the time nothing that can be read changes, unless the head leaned on it.",
            for_config(lambda config: _remasked(config, where, remask)),
            looks_ahead=ahead,
        )
    )


def _remasked(config: ModelConfig, where: str, remask: Remask) -> Steps:
    """The steps that put another mask in force, in the attentions that are named."""
    return {f"{place}.masked_scores": _masking(place, remask) for place in attention_places(config, where)}


def _masking(place: str, remask: Remask) -> Step:
    def step(masked_scores: Tensor, passing: Passing) -> Tensor:
        mask = remask(~torch.isneginf(masked_scores), *cells(masked_scores, place, passing))
        if not bool(mask.any(dim=-1).all()):
            raise EditError(f"In {place} a token has nothing left to look at: leave one cell of each row open.")
        return passing.value(f"{place}.scores").masked_fill(~mask, -math.inf)

    return step
