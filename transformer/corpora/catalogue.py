"""The corpora that have a name, each one record in `CORPORA`: how it is read, its splits, its licence, its download."""

import shlex
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import get_args

from transformer.corpora import everyday
from transformer.corpora.anki import without_faults
from transformer.corpora.direction import FOREIGN
from transformer.corpora.download import download_anki, download_multi30k, download_tatoeba
from transformer.corpora.pairs import RENAMED, RENUMBERED, Pair, Split, original_corpus, read_aligned, read_tsv
from transformer.errors import CorpusError

DATA_VARIABLE = "GLASSFORMER_DATA"
DEFAULT_DATA = Path("data")
SPLITS: tuple[Split, ...] = get_args(Split)
_MULTI30K_FILES: dict[Split, str] = {"train": "train", "dev": "val", "test": "test_2016_flickr"}


@dataclass(frozen=True)
class Corpus:
    """A corpus that has a name.

    Attributes:
        title: what pages call it; up to the comma where there is little room.
        kind: what its sentences are.
        licence: its terms.
        read: reads a split, given also the other language than English and the folder of the downloads.
        splits: those that it has; all others are empty.
        languages: those that it pairs with English.
        parts: by language and name, its files that can be named alone, as in `everyday-natural/phrases`.
        download: fetches it into the folder of the downloads, given the language; None if it ships.
        remark: what a reader of its scores should know; empty if its scores are not shown at a glance.
    """

    title: str
    kind: str
    licence: str
    read: Callable[[Split, str, Path], list[Pair]]
    splits: tuple[Split, ...] = SPLITS
    languages: tuple[str, ...] = FOREIGN
    parts: Callable[[str], Mapping[str, Path]] | None = None
    download: Callable[[Path, str], Path] | None = None
    remark: str = ""


def _read_everyday(split: Split, language: str, data: Path, natural: bool = True) -> list[Pair]:
    pairs = [Pair(pair.source, pair.target) for pair in everyday.grammar_pairs(split)]
    return pairs + everyday.natural_pairs(language) if natural and split == "train" else pairs


def _read_multi30k(split: Split, language: str, data: Path) -> list[Pair]:
    files = (data / "multi30k" / f"{_MULTI30K_FILES[split]}.{each}.gz" for each in ("en", language))
    return read_aligned(*(_existing(path, language) for path in files))


def _read_tatoeba(split: Split, language: str, data: Path, name: str = "tatoeba") -> list[Pair]:
    return read_tsv(_existing(data / name / f"{split}.en-{language}.tsv", language))


def _read_anki(split: Split, language: str, data: Path) -> list[Pair]:
    return without_faults(_read_tatoeba(split, language, data, "anki"), language)[0]


_ours = partial(Corpus, kind="sentences written for this project", licence="written for this project, MIT")
CORPORA: dict[str, Corpus] = {
    "everyday": _ours(
        title="Everyday grammar, held out",
        read=_read_everyday,
        languages=("fr",),
        remark="with the words it knows",
    ),
    "everyday-grammar": _ours(title="Everyday grammar", read=partial(_read_everyday, natural=False), languages=("fr",)),
    "everyday-natural": _ours(
        title="Everyday sentences written by hand",
        read=lambda split, language, data: list(everyday.natural_pairs(language)),
        splits=("train",),
        languages=tuple(everyday.NATURAL_FOLDERS),
        parts=everyday.natural_files,
    ),
    "multi30k": Corpus(
        title="Multi30k, captions of photos",
        kind="captions of photos",
        licence="for non-commercial research and education; Elliott et al. 2016 and 2017",
        read=_read_multi30k,
        download=download_multi30k,
        remark="they say what is in the picture",
    ),
    "tatoeba": Corpus(
        title="Tatoeba, everyday sentences",
        kind="everyday sentences by volunteers",
        licence="CC BY 2.0 FR, tatoeba.org contributors",
        read=_read_tatoeba,
        splits=("train", "dev"),
        download=download_tatoeba,
        remark="by volunteers; other translations can be as good",
    ),
    "anki": Corpus(
        title="Tatoeba, as selected by manythings.org/anki",
        kind="everyday sentences by volunteers",
        licence="CC BY 2.0, www.manythings.org/anki and tatoeba.org",
        read=_read_anki,
        splits=("train",),
        download=download_anki,
    ),
}


def find_corpus(name: str) -> tuple[Corpus | None, str]:
    """The corpus that a name such as `renamed/anki` refers to, and its part; None if this is the user's own."""
    name, slash, part = original_corpus(name).partition("/")
    corpus = CORPORA.get(name)
    return (None, "") if corpus is None or (slash and not corpus.parts) else (corpus, part)


def check_corpus(name: str, language: str) -> None:
    """Check that a corpus, or the user's own file, exists, without reading it.

    Raises:
        CorpusError: if it doesn't, or has another language.
    """
    name = original_corpus(name)
    corpus, part = find_corpus(name)
    if corpus is None:
        if "::" not in name and not Path(name).exists():
            raise CorpusError(
                f"There is no corpus and no file {name!r}; choose from {', '.join(CORPORA)}, or give a path."
            )
        return
    if language not in corpus.languages:
        others = ", ".join(other for other, each in CORPORA.items() if language in each.languages)
        raise CorpusError(
            f"The corpus {name} pairs English with {' and '.join(corpus.languages)}, not with {language!r}"
            f"{'; choose from ' + others if others else ''}."
        )
    parts = corpus.parts(language) if corpus.parts else {}
    if part and part not in parts:
        raise CorpusError(f"{name.partition('/')[0]} has no part {part!r} in {language!r}; it has {', '.join(parts)}.")


def title_of(name: str) -> str:
    """What pages call a corpus, such as "Multi30k, captions of photos"; the user's own are called by their names."""
    corpus, part = find_corpus(name)
    if corpus is None:
        return name
    derived = {RENAMED: ", with invented names", RENUMBERED: ", with invented numbers"}
    own = f"{corpus.title}: {part.replace('_', ' ')}" if part else corpus.title
    return own + next((words for prefix, words in derived.items() if name.startswith(prefix)), "")


def short_title(name: str) -> str:
    """What pages call a corpus where there is little room, such as "Multi30k"."""
    return title_of(name).partition(",")[0]


def _existing(path: Path, language: str) -> Path:
    if not path.exists():
        name, folder = path.parent.name, path.parent.parent
        target = "" if language == "fr" else f" --target {language}"
        data = "" if folder == DEFAULT_DATA else f" --data {shlex.quote(str(folder))}"
        raise CorpusError(
            f"The corpus {name} is not at {path}: give its folder with --data or {DATA_VARIABLE}, "
            f"or run 'python -m transformer download {name}{target}{data}'."
        )
    return path
