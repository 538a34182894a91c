"""How many analogies are right: counted over a small list of our own, kind by kind."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import permutations
from typing import NamedTuple

import pandas as pd

from transformer.assets import asset
from transformer.training.word_vectors.vectors import WordVectors

ANALOGIES_FILE = asset("word_vectors", "analogies.json")


class Analogy(NamedTuple):
    """`a` is to `b` as `c` is to `answer`."""

    kind: str
    a: str
    b: str
    c: str
    answer: str


@lru_cache(maxsize=1)
def questions() -> tuple[Analogy, ...]:
    """Every two pairs of a kind, in both orders, such as dog : dogs = car : cars."""
    kinds: Mapping[str, Sequence[tuple[str, str]]] = json.loads(ANALOGIES_FILE.read_text(encoding="utf-8"))
    return tuple(
        Analogy(kind, *first, *second) for kind, pairs in kinds.items() for first, second in permutations(pairs, 2)
    )


def measure_analogies(vectors: WordVectors) -> pd.DataFrame:
    """For each kind, how many questions have vectors for all their words, and how many of those are answered correctly.

    Returns:
        Columns `kind`, `asked`, `held`; questions with a word that has no vector are skipped.
    """
    rows: dict[str, list[int]] = {}
    for kind, a, b, c, answer in questions():
        asked_and_held = rows.setdefault(kind, [0, 0])
        if all(word in vectors for word in (a, b, c, answer)):
            asked_and_held[0] += 1
            asked_and_held[1] += vectors.analogy(a, b, c, 1)[0].word == answer
    return pd.DataFrame([(kind, *counts) for kind, counts in rows.items()], columns=["kind", "asked", "held"])
