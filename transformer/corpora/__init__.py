"""Corpora behind one interface, each with sentence pairs for `train`, `dev` and `test`.

    load_pairs("multi30k", "train", target_language="fr", data=Path("data"))

`everyday` ships with the project; `multi30k`, `tatoeba` and `anki` are read from a folder (`--data`, or the environment
variable GLASSFORMER_DATA, or `data/` after `download`); a path reads the user's own TSV, and two paths joined by
`::` read two text files aligned by line.

    direction   which language is read and which is written
    pairs       a sentence pair, and how files of pairs are read
    catalogue   the corpora that have a name, one record each
    loading     from a corpus's name to its pairs
    gold        sentence pairs whose words people have linked
    anki        rules that find mistakes in manythings.org/anki
    renamed     pairs with invented names
    renumbered  pairs with invented numbers
    everyday    the pairs that ship with the project: a grammar's, and hand-written ones
    download    the public corpora
    own_pairs   pairs that a visitor pastes or uploads
    rules       sets of pairs made by rules, such as dates and their ISO form
    encoding    pairs as the model learns them: token ids, in padded batches
"""

from transformer.corpora.catalogue import CORPORA
from transformer.corpora.direction import Direction
from transformer.corpora.loading import load_mixture, load_pairs, without_held_out
from transformer.corpora.pairs import MixturePart, Pair, parse_mixture

__all__ = [
    "CORPORA",
    "Direction",
    "MixturePart",
    "Pair",
    "load_mixture",
    "load_pairs",
    "parse_mixture",
    "without_held_out",
]
