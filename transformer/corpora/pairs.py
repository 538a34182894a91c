"""A sentence pair, and how files of pairs are read."""

import math
import os
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal, NamedTuple, TypeVar

from transformer.errors import CorpusError
from transformer.files import read_lines
from transformer.text.cleaning import clean

Split = Literal["train", "dev", "test"]
Item = TypeVar("Item")
RENAMED, RENUMBERED = "renamed/", "renumbered/"  # before the name of a corpus whose pairs get other names or numbers


class Pair(NamedTuple):
    """A sentence and its translation, both cleaned."""

    source: str
    target: str


@dataclass(frozen=True)
class MixturePart:
    """One corpus of a mixture.

    Attributes:
        name: a corpus's name, or the path of the user's own file.
        weight: how often an epoch shows each of its pairs, on average; 0.5 shows half of them, a different half each
            time.
    """

    name: str
    weight: float = 1.0


def parse_mixture(text: str) -> tuple[MixturePart, ...]:
    """Read `everyday*0.5,multi30k,tatoeba*2`: names with optional weights.

    A comma or a star belongs to a name if there is a file of that name: `my,own.tsv*2`.
    """
    parts = []
    items = text.split(",")
    while items:
        ends = range(len(items), 1, -1)
        end = next((end for end in ends if is_own_files(_name_and_weight(",".join(items[:end]))[0])), 1)
        name, weight = _name_and_weight(",".join(items[:end]).strip())
        items = items[end:]
        if not name and not weight:
            continue
        try:
            part = MixturePart(name, float(weight or 1.0))
        except ValueError:
            raise CorpusError(f"In --corpus, {weight!r} isn't a weight: write for example {name}*0.5.") from None
        if not 0 < part.weight < math.inf:
            raise CorpusError(f"In --corpus, the weight of {name} must be greater than 0 and finite.")
        parts.append(part)
    if not parts:
        raise CorpusError("No corpus was named: write for example --corpus everyday,multi30k.")
    return tuple(parts)


def _name_and_weight(item: str) -> tuple[str, str]:
    """`tatoeba*2` split in two; the weight is empty if there is none, or if a file has the whole as its name."""
    name, star, weight = item.strip().rpartition("*")
    if not star or "," in weight or is_own_files(item):
        return item.strip(), ""
    return name.strip(), weight.strip() or "nothing"


def is_own_files(name: str) -> bool:
    """Whether this names the user's own file, or two aligned ones."""
    return all(os.path.isfile(path.strip()) for path in original_corpus(name).split("::"))


def original_corpus(name: str) -> str:
    """The corpus that `renamed/anki` or `renumbered/anki` is made of."""
    return name.removeprefix(RENAMED).removeprefix(RENUMBERED)


def evenly(items: Sequence[Item], count: int) -> Sequence[Item]:
    """At most `count` of some items, such as pairs: every n-th, with the largest n that leaves enough."""
    return items[:: max(1, len(items) // count)][:count]


def read_tsv(path: Path) -> list[Pair]:
    """Pairs from a file of `source TAB target` lines; further columns are ignored, and so are empty lines."""
    pairs = []
    for number, line in enumerate(read_lines(path), start=1):
        if not line.strip():
            continue
        columns = [clean(column) for column in line.split("\t")]
        if len(columns) < 2 or not columns[0] or not columns[1]:
            raise CorpusError(f"{path}, line {number}: expected 'source TAB target', found {line[:60]!r}.")
        pairs.append(Pair(columns[0], columns[1]))
    if not pairs:
        raise CorpusError(f"{path} has no sentence pairs.")
    return pairs


def read_aligned(source_path: Path, target_path: Path) -> list[Pair]:
    """Pairs from two text files, aligned by line; a pair with an empty side is left out."""
    sources, targets = read_lines(source_path), read_lines(target_path)
    if len(sources) != len(targets):
        raise CorpusError(
            f"{source_path} has {len(sources)} lines and {target_path} has {len(targets)}: "
            "they must be aligned by line."
        )
    pairs = [Pair(clean(source), clean(target)) for source, target in zip(sources, targets, strict=True)]
    pairs = [pair for pair in pairs if pair.source and pair.target]
    if not pairs:
        raise CorpusError(f"{source_path} has no sentence pairs.")
    return pairs
