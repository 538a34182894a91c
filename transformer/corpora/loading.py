"""From a corpus's name to its pairs."""

import os
from collections.abc import Iterable
from pathlib import Path

from transformer.corpora.catalogue import DATA_VARIABLE, DEFAULT_DATA, SPLITS, check_corpus, find_corpus
from transformer.corpora.direction import Direction
from transformer.corpora.pairs import (
    RENAMED,
    RENUMBERED,
    MixturePart,
    Pair,
    Split,
    is_own_files,
    original_corpus,
    parse_mixture,
    read_aligned,
    read_tsv,
)
from transformer.corpora.renamed import invent_names
from transformer.corpora.renumbered import invent_numbers
from transformer.errors import CorpusError
from transformer.files import read_lines
from transformer.text.cleaning import comparable


def load_in_direction(direction: Direction, name: str, split: Split, data: Path | None = None) -> list[Pair]:
    """The pairs of one corpus, as for `load_pairs`, as source and target of a direction.

    Raises:
        CorpusError: if the corpus has a name and other languages.
    """
    return direction.turn(load_pairs(name, split, direction.foreign if has_name(name) else "", data))


def load_held_out(name: str, split: Split, direction: Direction, data: Path | None = None) -> list[Pair]:
    """The pairs of one split of a corpus; the user's own files are held out whole.

    Raises:
        CorpusError: if there are none.
    """
    pairs = load_in_direction(direction, name, split if has_name(name) else "train", data)
    if not pairs:
        raise CorpusError(f"The corpus {name} has no {split} pairs.")
    return pairs


def has_name(name: str) -> bool:
    """Whether this is a corpus that we know by name; everything else is the user's own."""
    return find_corpus(name)[0] is not None


def parse_name_and_split(text: str, otherwise: Split) -> tuple[str, Split]:
    """`tatoeba:dev` split in two. A path keeps its colons: `C:\\pairs.tsv`.

    Args:
        otherwise: the split, if none is named.

    Raises:
        CorpusError: if there is no such split.
    """
    name, _, split = text.rpartition(":")
    if is_own_files(text) or not (split in SPLITS or has_name(name)):
        return text, otherwise
    if split not in SPLITS:
        raise CorpusError(f"There is no split {split!r}; choose from {', '.join(SPLITS)}.")
    return name, split


def load_pairs(name: str, split: Split, target_language: str = "fr", data: Path | None = None) -> list[Pair]:
    """The pairs of one corpus.

    Args:
        name: one of `CORPORA`; a single file of `everyday-natural` (`everyday-natural/phrases`); one of these with
            other names or numbers in its sentences (`renamed/anki`, `renumbered/anki`), which is training data whole;
            or the path of a TSV (`pairs.tsv`), or two aligned files (`text.en::text.fr`), which are training data
            whole too.
        split: which part; empty if the corpus doesn't have it.
        target_language: "fr" or "de", the language after the English.
        data: folder with `multi30k/`, `tatoeba/` and `anki/`; else $GLASSFORMER_DATA, else `data/`.
    """
    if name != (original := original_corpus(name)):
        return _derive(name, load_pairs(original, split, target_language, data)) if split == "train" else []
    check_corpus(name, target_language)
    corpus, part = find_corpus(name)
    if split not in (corpus.splits if corpus else ("train",)):
        return []
    if corpus is None:
        source, separator, target = name.partition("::")
        return read_aligned(Path(source), Path(target)) if separator else read_tsv(Path(source))
    if part and corpus.parts:
        return read_tsv(corpus.parts(target_language)[part])
    return corpus.read(split, target_language, data or Path(os.environ.get(DATA_VARIABLE) or DEFAULT_DATA))


def count_lines_with_further_columns(name: str) -> int:
    """How many lines of a user's own TSV have columns that are not read; 0 for every other corpus."""
    if has_name(name) or "::" in name:
        return 0
    return sum(len(line.split("\t")) > 2 for line in read_lines(Path(original_corpus(name))) if line.strip())


def load_mixture(
    parts: Iterable[MixturePart], target_language: str = "fr", data: Path | None = None
) -> list[tuple[list[Pair], float]]:
    """The training pairs of a mixture with their weights, cleared of everything held out in any of its corpora."""
    parts = list(parts)
    held_out = [
        pair
        for part in parts
        for split in ("dev", "test")
        for pair in load_pairs(original_corpus(part.name), split, target_language, data)
    ]
    found = []
    for part in parts:
        own = load_pairs(original_corpus(part.name), "train", target_language, data)
        pairs = without_held_out(own, held_out)  # before another name hides what a pair was
        found.append((_derive(part.name, pairs), part.weight))
    return found


def _derive(name: str, pairs: list[Pair]) -> list[Pair]:
    if name.startswith(RENAMED):
        return invent_names(pairs)
    return invent_numbers(pairs) if name.startswith(RENUMBERED) else pairs


def without_held_out(train: list[Pair], held_out: Iterable[Pair]) -> list[Pair]:
    """The training pairs whose source is not a held-out source, compared without case and punctuation.

    Corpora overlap: one can have in training what another holds out. So nothing that is measured was ever trained on.
    """
    forbidden = {_essence(pair.source) for pair in held_out}
    return [pair for pair in train if _essence(pair.source) not in forbidden]


def _essence(source: str) -> str:
    return comparable(source) or source  # of "..." or "+", nothing else would be left


def check_names(mixture: str, target_language: str, with_splits: bool = False) -> None:
    """Check that a mixture can be parsed and names only existing corpora, without reading them.

    Args:
        mixture: as for `parse_mixture`.
        with_splits: whether a split can follow a name (`tatoeba:dev`).
    """
    for part in parse_mixture(mixture):
        check_corpus(parse_name_and_split(part.name, "test")[0] if with_splits else part.name, target_language)
