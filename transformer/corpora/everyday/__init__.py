"""The `everyday` corpus: English-French sentences from a synchronous grammar, aligned word by word by construction.

    >>> grammar_pairs("train")[0].source  # doctest: +SKIP

The grammar derives both sentences at once (`grammar`, `clauses`, `phrases`), French spelling and agreement come from
`morphology`, the words from `assets/everyday/lexicon/`. Natural sentences written by hand stand beside it, English with
French and English with German.
"""

import json
from functools import cache

from transformer.corpora.everyday.alignment import AlignedPair
from transformer.corpora.everyday.tables import ASSETS

__all__ = [
    "ASSETS",
    "NATURAL_FOLDERS",
    "AlignedPair",
    "aligned_examples",
    "grammar_pairs",
    "held_out_sentences",
    "natural_pairs",
]

# The folder of the sentences written by hand, by the language after the English.
NATURAL_FOLDERS = {"fr": "natural", "de": "natural_german"}


@cache
def grammar_pairs(split: str) -> list[AlignedPair]:
    """The generated pairs of a split: `train`, `dev` or `test`.

    Raises ValueError for any other name.
    """
    from transformer.corpora.everyday.generate import generate_corpus

    corpus = generate_corpus()
    if split not in corpus:
        raise ValueError(f"The everyday corpus has the splits {', '.join(corpus)}, not {split!r}.")
    return corpus[split]


@cache
def natural_pairs(target_language: str = "fr") -> list[AlignedPair]:
    """The sentences written by hand in `assets/everyday/natural*/*.tsv` (English, tab, translation), without alignment.

    Raises ValueError, naming file and line, for a line that is not two filled columns.
    """
    pairs: list[AlignedPair] = []
    for path in sorted((ASSETS / NATURAL_FOLDERS[target_language]).glob("*.tsv")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
            if not line.strip() or line.startswith("#"):
                continue
            columns = [column.strip() for column in line.split("\t")]
            if len(columns) != 2 or not all(columns):
                raise ValueError(f"{path}, line {number}: expected English, a tab and its translation.")
            pairs.append(AlignedPair(columns[0], columns[1], construction="natural"))
    return pairs


@cache
def aligned_examples() -> list[AlignedPair]:
    """Held-out sentences of the grammar that ship with their alignment, so that it need not be derived for them."""
    rows = json.loads((ASSETS / "aligned_examples.json").read_text(encoding="utf-8"))
    return [
        AlignedPair(row["source"], row["target"], tuple((one, other) for one, other in row["links"])) for row in rows
    ]


@cache
def held_out_sentences() -> tuple[str, ...]:
    """English sentences of our own that no model was trained on, without a translation."""
    lines = (ASSETS / "search_sentences.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line.strip() and not line.startswith("#"))
