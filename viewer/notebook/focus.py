"""Where a picture looks: a dict with the kind of attention, its layer, head (None: the mean of all) and query."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from transformer.checks import check_whole_number
from transformer.errors import GlassformerError
from transformer.model.attentions import AttentionKind

NAMES = ("kind", "layer", "head", "token")


class Extent(NamedTuple):
    """What a picture has of one kind of attention.

    Attributes:
        layers: their numbers. heads: how many. tokens: how many queries.
    """

    layers: range
    heads: int
    tokens: int


def update_focus(
    given: Mapping[str, Any], before: Mapping[str, Any], extents: Mapping[AttentionKind, Extent]
) -> dict[str, Any]:
    """A new focus, or a part of one; the rest stays as it was, as far as it exists.

    Args:
        given: any of kind, layer, head and token. before: the whole focus so far.
        extents: what exists; of several kinds, the last is the one to see first.

    Raises:
        GlassformerError: for anything given that does not exist.
    """
    if unknown := [name for name in given if name not in NAMES]:
        raise GlassformerError(f"A focus has kind, layer, head and token, not {unknown[0]!r}.")
    kinds = list(extents)
    if "kind" in given and given["kind"] not in kinds:
        raise GlassformerError(f"There is no attention {given['kind']!r} here: choose from {', '.join(kinds)}.")
    kind = next(each for each in (given.get("kind"), before["kind"], kinds[-1]) if each in kinds)
    layers, heads, tokens = extents[kind]

    def place(name: str, possible: range) -> int | None:
        value = given.get(name, before[name])
        if name == "head" and value is None:
            return None
        if name not in given:
            return min(max(value, possible[0]), possible[-1])
        if (number := check_whole_number(value, name.capitalize())) not in possible:
            raise GlassformerError(f"There is no {name} {number}: choose from {possible[0]} to {possible[-1]}.")
        return number

    where = {"layer": layers, "head": range(heads), "token": range(tokens)}
    return {"kind": kind, **{name: place(name, possible) for name, possible in where.items()}}
