"""Which gender a model gives to professions, and what its training pairs contain. Only English into French."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import ClassVar, NamedTuple

import pandas as pd
import torch

from transformer.analysis.cases.ranking import find_halt, next_logits
from transformer.assets import asset
from transformer.corpora import Pair
from transformer.decoding.strategies import Greedy
from transformer.decoding.translation import find_translations
from transformer.edits import close
from transformer.errors import EditError
from transformer.text.words import pieces_at
from transformer.translator import Translator

ARTICLE, ARTICLES = "I know a {}.", ("un", "une")
PRONOUN, PRONOUNS = "The {} said that {} was tired.", ("il", "elle")
FEMININE_TIRED = "fatiguée"
_WORD = re.compile(r"[\w-]+")
_HE, _SHE = {"he", "him", "his", "himself"}, {"she", "her", "hers", "herself"}
_MASCULINE, _FEMININE = {"le", "un", "ce", "mon", "ton", "du", "au"}, {"la", "une", "cette", "ma", "ta", "sa"}


class Named(NamedTuple):
    """A profession in English, and in French the masculine and the feminine form, which can be the same."""

    english: str
    masculine: str
    feminine: str


@dataclass(frozen=True)
class Profession:
    """What a model does with a profession, and what it was trained on.

    A share is of the masculine word's probability in the sum of both words'; None if the translation has neither.

    Attributes:
        profession: in English. article: the share of `un` in “I know a …”. translation: of that.
        he, she, hidden: the share of `il` in “The … said that he was tired.”, with she, and with that “she” hidden.
        he_translation, she_translation: of these sentences. agrees: whether the latter says “fatiguée”.
        pairs: training pairs with the English word, in any sense. with_he, with_she: those of them with a pronoun of
            this gender and none of the other. masculine, feminine: those whose French has the profession in a form of
            this gender, by its ending or by the article before it.
    """

    profession: str
    article: float | None
    translation: str
    he: float | None
    she: float | None
    hidden: float | None
    he_translation: str
    she_translation: str
    agrees: bool
    pairs: int
    with_he: int
    with_she: int
    masculine: int
    feminine: int


@dataclass(frozen=True)
class Professions:
    """All professions, and the corpora in which they were counted."""

    FILE: ClassVar[str] = "professions.json"
    corpora: str
    professions: tuple[Profession, ...]

    def frame(self) -> pd.DataFrame:
        """A row per profession, for a table or a CSV."""
        return pd.DataFrame(map(asdict, self.professions))


@cache
def professions() -> tuple[Named, ...]:
    """The professions that ship, as they are measured."""
    lines = asset("professions.tsv").read_text(encoding="utf-8").splitlines()
    return tuple(Named(*line.split("\t")) for line in lines if line and not line.startswith("#"))


def measure_professions(translator: Translator, pairs: Iterable[Pair], corpora: str) -> Professions:
    """Translate every profession, and count it in the training pairs."""
    counts = count_professions(pairs, professions())
    return Professions(corpora, tuple(_measure(translator, each, counts[each.english]) for each in professions()))


def count_professions(pairs: Iterable[Pair], named: Sequence[Named]) -> dict[str, Counter[str]]:
    """How many pairs contain each profession, and with which gender, by the names of `Profession`'s fields."""
    found: dict[str, Counter[str]] = {each.english: Counter() for each in named}
    by_english = {each.english: each for each in named}
    for pair in pairs:
        english = set(_WORD.findall(pair.source.lower()))
        for name in english & by_english.keys():
            counts = found[name]
            counts["pairs"] += 1
            pronouns = bool(english & _HE), bool(english & _SHE)
            counts["with_he"] += pronouns == (True, False)
            counts["with_she"] += pronouns == (False, True)
            counts.update(_genders(_WORD.findall(pair.target.lower()), by_english[name]))
    return found


def _genders(french: Sequence[str], named: Named) -> set[str]:
    """The genders that a French sentence gives to a profession."""
    genders = set()
    for before, word in zip(("", *french), french, strict=False):
        if named.masculine != named.feminine:
            genders |= {gender for gender in ("masculine", "feminine") if word == getattr(named, gender)}
        elif word == named.masculine:
            genders |= {"masculine"} if before in _MASCULINE else {"feminine"} if before in _FEMININE else set()
    return genders


def _measure(translator: Translator, named: Named, counts: Counter[str]) -> Profession:
    with_he, with_she = (PRONOUN.format(named.english, pronoun) for pronoun in ("he", "she"))
    article, translation = _share(translator, ARTICLE.format(named.english), ARTICLES)
    he, he_translation = _share(translator, with_he, PRONOUNS)
    she, she_translation = _share(translator, with_she, PRONOUNS)
    hidden, _ = _share(translator, with_she, PRONOUNS, hidden=" she ")
    counted = {name: counts[name] for name in ("pairs", "with_he", "with_she", "masculine", "feminine")}
    return Profession(
        named.english,
        article,
        translation,
        he,
        she,
        hidden,
        he_translation,
        she_translation,
        FEMININE_TIRED in she_translation,
        **counted,
    )


@torch.no_grad()
def _share(translator: Translator, sentence: str, words: tuple[str, str], hidden: str = "") -> tuple[float | None, str]:
    """The first word's share of both, where the translation has one of them, and the translation.

    Args:
        hidden: a word that is hidden once the translation is known.
    """
    source = translator.read(sentence)
    (translation,) = find_translations(translator, [source], Greedy())
    try:
        halt = find_halt(translation, words)
    except EditError:
        return None, translation.text
    probe = None
    if hidden:
        begin = sentence.index(hidden)
        (positions,) = pieces_at(source.text, [(begin + 1, begin + len(hidden) - 1)], translator.tokenizer)
        probe = close(*positions).probe(translator)
    return round(
        float(next_logits(translator.model, halt, probe)[list(halt.ids)].softmax(dim=0)[0]), 4
    ), translation.text
