"""The `everyday` corpus: pairs from a grammar, linked word by word, and pairs written by hand.

    >>> grammar_pairs("dev")[0].source  # doctest: +SKIP

The grammar derives English and French together, so it knows which word translates which. A line of its file has the
split, English, French and the links between their words, all separated by tabs:

    dev  I'm tired.  Je suis fatigué.  0-0 1-1 2-2 3-3
"""

import json
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from transformer.assets import asset
from transformer.corpora.direction import ENGLISH
from transformer.corpora.pairs import Pair, read_lines, read_tsv
from transformer.text.words import words

ASSETS = asset("everyday")
GRAMMAR_FILE = ASSETS / "grammar.tsv.gz"

# The folder of the hand-written sentences, by the language other than English.
NATURAL_FOLDERS = {"fr": "natural", "de": "natural_german"}


@dataclass(frozen=True)
class AlignedPair:
    """A sentence, its translation, and the links between their `words`: (source word, target word), from 0."""

    source: str
    target: str
    alignment: tuple[tuple[int, int], ...] = ()

    def lexical_links(self) -> tuple[set[int], set[tuple[int, int]]]:
        """The target words that are not punctuation, and the links to them."""
        lexical = {index for index, word in enumerate(words(self.target)) if any(c.isalnum() for c in word)}
        return lexical, {link for link in self.alignment if link[1] in lexical}


@cache
def grammar_pairs(split: str) -> list[AlignedPair]:
    """Read the grammar's pairs of a split: `train`, `dev` or `test`."""
    rows = (line.split("\t") for line in read_lines(GRAMMAR_FILE) if line.startswith(f"{split}\t"))
    return [AlignedPair(source, target, _links(links)) for _, source, target, links in rows]


def _links(written: str) -> tuple[tuple[int, int], ...]:
    pairs = (link.split("-") for link in written.split())
    return tuple((int(source), int(target)) for source, target in pairs)


@cache
def natural_pairs(target_language: str) -> list[Pair]:
    """Read the sentences written by hand, `assets/everyday/natural*/*.tsv.gz`."""
    return [pair for path in natural_files(target_language).values() for pair in read_tsv(path)]


def natural_files(target_language: str) -> dict[str, Path]:
    """The files of the sentences written by hand, by name and in order; a new one needn't be compressed."""
    folder = ASSETS / NATURAL_FOLDERS[target_language]
    return {path.name.partition(".")[0]: path for path in sorted(folder.glob("*.tsv*"))}


@cache
def aligned_examples() -> list[AlignedPair]:
    """Read the held-out pairs of the grammar that the alignment page offers."""
    rows = json.loads((ASSETS / "aligned_examples.json").read_text(encoding="utf-8"))
    return [
        AlignedPair(row["source"], row["target"], tuple((one, other) for one, other in row["links"])) for row in rows
    ]


@cache
def held_out_sentences() -> tuple[str, ...]:
    """Our own English sentences, without a translation, that no model was trained on."""
    lines = (ASSETS / "search_sentences.txt").read_text(encoding="utf-8").splitlines()
    return tuple(line for line in lines if line.strip() and not line.startswith("#"))


def everyday_sentences(language: str) -> tuple[str, ...]:
    """Our own sentences in a language: held-out ones in English, the hand-written translations in others, or none."""
    if language == ENGLISH:
        return held_out_sentences()
    return tuple(pair.target for pair in natural_pairs(language)) if language in NATURAL_FOLDERS else ()
