"""Corpora: names behind one interface, each giving sentence pairs for `train`, `dev` and `test`.

    load_pairs("multi30k", "train", target_language="fr", data=Path("data"))

`everyday` ships with the project; `multi30k` and `tatoeba` are read from a folder (`--data`, or the environment
variable GLASSFORMER_DATA, or `data/` after `download`); a path reads a TSV of the user's own, and two paths joined by
`::` read two text files aligned by line.
"""

from transformer.corpora.direction import Direction
from transformer.corpora.loading import CORPORA, EVERYDAY, load_mixture, load_pairs, without_held_out
from transformer.corpora.pairs import MixturePart, Pair, parse_mixture

__all__ = [
    "CORPORA",
    "EVERYDAY",
    "Direction",
    "MixturePart",
    "Pair",
    "load_mixture",
    "load_pairs",
    "parse_mixture",
    "without_held_out",
]
