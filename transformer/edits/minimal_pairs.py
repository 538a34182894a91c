"""Pairs of sentences that differ in one thing and have the same number of tokens: good examples for patching."""

from functools import cache
from typing import NamedTuple

from transformer.assets import asset

FILE = asset("minimal_pairs.tsv")


class MinimalPair(NamedTuple):
    """Two sentences that differ in one thing.

    Attributes:
        kind: `number`, `adjective`, `tense`, or `exchanged` (subject and object).
    """

    kind: str
    one: str
    other: str


@cache
def minimal_pairs() -> tuple[MinimalPair, ...]:
    """All shipped pairs, kind by kind."""
    lines = FILE.read_text(encoding="utf-8").splitlines()
    return tuple(MinimalPair(*line.split("\t")) for line in lines if line.strip() and not line.startswith("#"))
