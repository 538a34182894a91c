"""From a corpus's name to its pairs."""

import os
import shlex
from collections.abc import Iterable
from pathlib import Path
from typing import cast, get_args

from transformer.corpora import everyday
from transformer.corpora.anki import without_faults
from transformer.corpora.direction import Direction
from transformer.corpora.pairs import (
    RENAMED,
    RENUMBERED,
    MixturePart,
    Pair,
    Split,
    is_own_files,
    parse_mixture,
    read_aligned,
    read_tsv,
    underived,
)
from transformer.corpora.renamed import renamed
from transformer.corpora.renumbered import renumbered
from transformer.errors import CorpusError
from transformer.files import read_lines
from transformer.text.cleaning import comparable

# Names that need no file of the user's. The two halves of `everyday` can be weighted separately.
EVERYDAY = ("everyday", "everyday-grammar", "everyday-natural")
CORPORA = (*EVERYDAY, "multi30k", "tatoeba", "anki")
NATURAL_PART = "everyday-natural/"  # before the name of one of its files
DATA_VARIABLE = "GLASSFORMER_DATA"
DEFAULT_DATA = Path("data")
_MULTI30K_FILES: dict[Split, str] = {"train": "train", "dev": "val", "test": "test_2016_flickr"}


def pairs_in(direction: Direction, name: str, split: Split, data: Path | None = None) -> list[Pair]:
    """The pairs of one corpus, as for `load_pairs`, as source and target of a direction.

    Raises:
        CorpusError: if the corpus has a name and other languages.
    """
    return direction.turned(load_pairs(name, split, direction.foreign if has_name(name) else "", data))


def held_out_pairs(name: str, split: Split, direction: Direction, data: Path | None = None) -> list[Pair]:
    """The pairs of one split of a corpus; the user's own files are held out whole.

    Raises:
        CorpusError: if there are none.
    """
    pairs = pairs_in(direction, name, split if has_name(name) else "train", data)
    if not pairs:
        raise CorpusError(f"The corpus {name} has no {split} pairs.")
    return pairs


def has_name(name: str) -> bool:
    """Whether this is a corpus that we know by name; everything else is the user's own."""
    name = underived(name)
    return name in CORPORA or name.startswith(NATURAL_PART)


def name_and_split(text: str, otherwise: Split) -> tuple[str, Split]:
    """`tatoeba:dev` split in two. A path keeps its colons: `C:\\pairs.tsv`.

    Args:
        otherwise: the split, if none is named.

    Raises:
        CorpusError: if there is no such split.
    """
    name, _, split = text.rpartition(":")
    if is_own_files(text) or not (split in get_args(Split) or has_name(name)):
        return text, otherwise
    if split not in get_args(Split):
        raise CorpusError(f"There is no split {split!r}; choose from {', '.join(get_args(Split))}.")
    return name, cast(Split, split)


def load_pairs(name: str, split: Split, target_language: str = "fr", data: Path | None = None) -> list[Pair]:
    """The pairs of one corpus.

    Args:
        name: one of `CORPORA`; a single file of `everyday-natural` (`everyday-natural/phrases`); one of these with
            other names or numbers in its sentences (`renamed/anki`, `renumbered/anki`), which is training data whole;
            or the path of a TSV (`pairs.tsv`), or two aligned files (`text.en::text.fr`), which are training data
            whole too.
        split: which part. Tatoeba's `test` is empty; `everyday-natural` and `anki` are training data whole, their other
            parts are empty.
        target_language: "fr" or "de", the language after the English.
        data: folder with `multi30k/`, `tatoeba/` and `anki/`; else $GLASSFORMER_DATA, else `data/`.
    """
    if name != underived(name):
        own = load_pairs(underived(name), split, target_language, data) if split == "train" else []
        return _derived(name, own)
    if name in EVERYDAY:
        return _everyday(name, split, target_language)
    if name.startswith(NATURAL_PART):
        return read_tsv(_natural_file(name, target_language)) if split == "train" else []
    if name == "multi30k":
        part, folder = _MULTI30K_FILES[split], _folder(data, name)
        return read_aligned(
            *(_existing(folder / f"{part}.{each}.gz", name, target_language) for each in ("en", target_language))
        )
    if (name == "tatoeba" and split == "test") or (name == "anki" and split != "train"):
        return []
    if name == "tatoeba":
        return read_tsv(_existing(_folder(data, name) / f"{split}.en-{target_language}.tsv", name, target_language))
    if name == "anki":
        path = _existing(_folder(data, name) / f"train.en-{target_language}.tsv", name, target_language)
        return without_faults(read_tsv(path), target_language)[0]
    return _own_files(name, split)


def lines_with_further_columns(name: str) -> int:
    """How many lines of a user's own TSV have columns that are not read; 0 for every other corpus."""
    if has_name(name) or "::" in name:
        return 0
    return sum(len(line.split("\t")) > 2 for line in read_lines(Path(underived(name))) if line.strip())


def load_mixture(
    parts: Iterable[MixturePart], target_language: str = "fr", data: Path | None = None
) -> list[tuple[list[Pair], float]]:
    """The training pairs of a mixture with their weights, cleared of everything held out in any of its corpora."""
    parts = list(parts)
    held_out = [
        pair
        for part in parts
        for split in ("dev", "test")
        for pair in load_pairs(underived(part.name), split, target_language, data)
    ]
    found = []
    for part in parts:
        own = load_pairs(underived(part.name), "train", target_language, data)
        pairs = without_held_out(own, held_out)  # before another name hides what a pair was
        found.append((_derived(part.name, pairs), part.weight))
    return found


def _derived(name: str, pairs: list[Pair]) -> list[Pair]:
    if name.startswith(RENAMED):
        return renamed(pairs)
    return renumbered(pairs) if name.startswith(RENUMBERED) else pairs


def without_held_out(train: list[Pair], held_out: Iterable[Pair]) -> list[Pair]:
    """The training pairs whose source is not a held-out source, compared without case and punctuation.

    Corpora overlap: one can have in training what another holds out. So nothing that is measured was ever trained on.
    """
    forbidden = {_essence(pair.source) for pair in held_out}
    return [pair for pair in train if _essence(pair.source) not in forbidden]


def _essence(source: str) -> str:
    return comparable(source) or source  # of "..." or "+", nothing else would be left


def _check_everyday(name: str, target_language: str) -> None:
    if name != "everyday-natural" and target_language != "fr":
        raise CorpusError(f"The everyday grammar writes French, not {target_language!r}; use everyday-natural.")
    if target_language not in everyday.NATURAL_FOLDERS:
        raise CorpusError(f"No everyday sentences were written in {target_language!r}.")


def _everyday(name: str, split: Split, target_language: str) -> list[Pair]:
    _check_everyday(name, target_language)
    pairs: list[Pair] = []
    if name != "everyday-natural":
        pairs += [Pair(pair.source, pair.target) for pair in everyday.grammar_pairs(split)]
    if name != "everyday-grammar" and split == "train":
        pairs += everyday.natural_pairs(target_language)
    return pairs


def check_names(mixture: str, target_language: str, with_splits: bool = False) -> None:
    """Check that a mixture can be parsed and names only existing corpora, without reading them.

    Args:
        mixture: as for `parse_mixture`.
        with_splits: whether a split can follow a name (`tatoeba:dev`).
    """
    for part in parse_mixture(mixture):
        name = underived(name_and_split(part.name, "test")[0] if with_splits else part.name)
        if name in EVERYDAY:
            _check_everyday(name, target_language)
        elif name.startswith(NATURAL_PART):
            _natural_file(name, target_language)
        elif name not in CORPORA and "::" not in name and not Path(name).exists():
            raise CorpusError(_unknown(name))


def _natural_file(name: str, target_language: str) -> Path:
    files = everyday.natural_files(target_language) if target_language in everyday.NATURAL_FOLDERS else {}
    part = name.removeprefix(NATURAL_PART)
    if part not in files:
        raise CorpusError(f"everyday-natural has no part {part!r} in {target_language!r}; it has {', '.join(files)}.")
    return files[part]


def _unknown(name: str) -> str:
    return f"There is no corpus and no file {name!r}; choose from {', '.join(CORPORA)}, or give a path."


def _own_files(name: str, split: Split) -> list[Pair]:
    source, separator, target = name.partition("::")
    if not separator and not Path(name).exists():
        raise CorpusError(_unknown(name))
    if split != "train":
        return []
    return read_aligned(Path(source), Path(target)) if separator else read_tsv(Path(name))


def _folder(data: Path | None, name: str) -> Path:
    root = data or (Path(os.environ[DATA_VARIABLE]) if os.environ.get(DATA_VARIABLE) else DEFAULT_DATA)
    return root / name


def _existing(path: Path, name: str, target_language: str) -> Path:
    if not path.exists():
        folder = path.parent.parent
        target = "" if target_language == "fr" else f" --target {target_language}"
        data = "" if folder == DEFAULT_DATA else f" --data {shlex.quote(str(folder))}"
        raise CorpusError(
            f"The corpus {name} is not at {path}: give its folder with --data or {DATA_VARIABLE}, "
            f"or run 'python -m transformer download {name}{target}{data}'."
        )
    return path
