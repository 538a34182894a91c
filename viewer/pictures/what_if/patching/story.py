"""What a map of patches shows about its pair, in a sentence or two, from its numbers."""

from collections.abc import Sequence

import numpy as np

from transformer.edits.patching import PatchMap
from viewer.widgets.changes import KINDS, SUBLAYERS
from viewer.widgets.charts import format_signed
from viewer.widgets.tokens import chips_within

CARRIES = 0.1  # from this share on, a position is named
TAKEN = 0.5  # from this share on, the decoder has taken over the difference
NAMED = 3  # positions at most


def chip_text(token: str) -> str:
    """A token as shown on its chip."""
    return chips_within([token])[0].text


def place_name(place: str) -> str:
    """A place in words: the stream after encoder layer 3; cross-attention layer 2, head 3."""
    stack, layer, *rest = place.split(".")
    if layer == "input":
        return f"the {stack}’s input"
    number = int(layer) + 1
    if not rest:
        return f"the stream after {stack} layer {number}"
    if rest[0] in SUBLAYERS:
        return f"the {SUBLAYERS[rest[0]]} sublayer of {stack} layer {number}"
    return f"{KINDS[stack]} layer {number}, head {int(rest[0]) + 1}"


def story(found: PatchMap, what: str) -> str:
    """A map in words.

    Args:
        what: `residual`, `sublayers` or `heads`.
    """
    if what == "residual":
        return f"{_describe_encoder(found)} {_describe_decoder(found)}"
    return _strongest(found, what)


def _table(found: PatchMap, stack: str) -> np.ndarray:
    """(places, positions): how much each cell of one stack moves."""
    rows = found.frame[found.frame["place"].str.startswith(f"{stack}.")]
    return rows["moved"].to_numpy().reshape(rows["place"].nunique(), -1)


def _describe_encoder(found: PatchMap) -> str:
    """Which positions of the encoder carry the difference, before its first layer and after its last."""
    table = _table(found, "encoder")
    source = found.a.source.tokens
    first, last = (_carriers(row) for row in (table[0], table[-1]))
    if not first or not last:
        most = format_signed(float(table.max()), 2)
        return f"No single position is enough all through the encoder: the most that one cell moves is {most}."
    if first == last and len(first) == 1:
        ends = " and ".join(
            (f"{_share(table[0, first[0]])} before the first layer", f"{_share(table[-1, first[0]])} after the last")
        )
        return f"“{chip_text(source[first[0]])}” alone moves the answer all through the encoder: {ends}."
    before, after = (_name_tokens(row, at, source) for row, at in ((table[0], first), (table[-1], last)))
    return f"Before the first layer the difference is at {before}; after the last, at {after}."


def _describe_decoder(found: PatchMap) -> str:
    """After which layer the decoder has it, at the position that predicts the next token."""
    column = _table(found, "decoder")[:, -1]
    at = next(layer for layer, moved in enumerate(column) if moved >= TAKEN)
    if at == 0:
        return "The decoder has it from the start."
    before = "before the first" if at == 1 else f"after layer {at - 1}"
    if at == len(column) - 1:
        return (
            f"The decoder takes over most of it only in its last layer: {_share(column[at - 1])} {before}, and always "
            "1 after the last, because what is copied there is the answer itself."
        )
    return (
        f"The decoder takes it over in layer {at}: {_share(column[at - 1])} {before}, {_share(column[at])} after "
        f"layer {at}."
    )


def _strongest(found: PatchMap, what: str) -> str:
    """The cell that moves most, the runner-up, and the most in the encoder."""
    ordered = found.frame.sort_values("moved", ascending=False, kind="stable")
    cells = [
        f"{place_name(cell['place'])} at “{chip_text(cell['token_a'])}”: {_share(cell['moved'])}"
        for _, cell in ordered.head(2).iterrows()
    ]
    lines = [f"On its own, this moves most: {cells[0]}; then {cells[1]}."]
    if not str(ordered["place"].iloc[0]).startswith("encoder."):
        unit = "sublayer" if what == "sublayers" else "head"
        most = _share(ordered.loc[ordered["place"].str.startswith("encoder."), "moved"].iloc[0])
        lines.append(f"No {unit} of the encoder moves more than {most} on its own.")
    return " ".join(lines)


def _carriers(row: np.ndarray) -> list[int]:
    return [int(at) for at in np.argsort(-row, kind="stable")[:NAMED] if row[at] >= CARRIES]


def _name_tokens(row: np.ndarray, positions: Sequence[int], tokens: Sequence[str]) -> str:
    named = [f"“{chip_text(tokens[at])}” ({_share(row[at])})" for at in positions]
    return named[0] if len(named) == 1 else f"{', '.join(named[:-1])} and {named[-1]}"


def _share(value: float) -> str:
    return format_signed(float(value), 2)
