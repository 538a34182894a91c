"""The lexicon: everyday words in both languages, read from the TSV files in `assets/everyday/lexicon/`."""

from dataclasses import dataclass
from functools import cache

from transformer.corpora.everyday import english, morphology
from transformer.corpora.everyday.tables import LEXICON_FOLDER, read_rows


@dataclass(frozen=True)
class Noun:
    """A noun; a mass noun (`milk`) has no English plural."""

    english: str
    french: str
    feminine: bool
    semantic_class: str
    english_plural: str
    french_plural: str
    mass: bool


@dataclass(frozen=True)
class Adjective:
    """An adjective; `position` is `before` or `after` the French noun.

    `predicate` only follows a verb, `attributive` only precedes a noun. `classes` are semantic classes or
    single nouns.
    """

    english: str
    masculine: str
    feminine: str
    position: str
    classes: frozenset[str]
    comparative: str
    masculine_plural: str

    @property
    def gradable(self) -> bool:
        """Whether there is more or less of it: not for colours, or for `open`."""
        return self.comparative != "-"


@dataclass(frozen=True)
class Verb:
    """A verb; `french` is the bare infinitive, `preposition` what stands before its French object."""

    english: str
    past: str
    participle: str
    french: str
    reflexive: bool
    preposition: str
    auxiliary: str
    objects: tuple[str, ...]


@dataclass(frozen=True)
class Country:
    """A country, what its people are called and what they speak; `gender` is m, f or p (plural)."""

    english: str
    french: str
    gender: str
    nationality: str
    french_nationality: str
    language: str
    french_language: str


@dataclass(frozen=True)
class Lexicon:
    """Everything the grammar knows about words."""

    nouns: tuple[Noun, ...]
    adjectives: tuple[Adjective, ...]
    verbs: tuple[Verb, ...]
    jobs: tuple[tuple[str, ...], ...]
    names: tuple[tuple[str, ...], ...]
    adverbs: tuple[tuple[str, ...], ...]
    countries: tuple[Country, ...]
    cities: tuple[tuple[str, ...], ...]
    states: tuple[tuple[str, ...], ...]
    weather: tuple[tuple[str, ...], ...]
    numbers: tuple[tuple[str, ...], ...]


def _noun(row: tuple[str, ...]) -> Noun:
    name, french, gender, semantic_class, plural, french_plural = row
    if gender not in {"m", "f"}:
        raise ValueError(f"{LEXICON_FOLDER / 'nouns.tsv'}: the gender of {name!r} must be m or f, not {gender!r}.")
    mass = plural == "-"
    return Noun(
        name, french, gender == "f", semantic_class, name if mass else plural or english.plural_of(name),
        french_plural or morphology.plural_of(french), mass,
    )  # fmt: skip


def _adjective(row: tuple[str, ...]) -> Adjective:
    name, masculine, feminine, position, classes, comparative, plural = row
    return Adjective(
        name, masculine, feminine or morphology.feminine_of(masculine), position, frozenset(classes.split(",")),
        comparative or f"more {name}", plural or morphology.plural_of(masculine),
    )  # fmt: skip


def _verb(row: tuple[str, ...]) -> Verb:
    name, past, participle, french, auxiliary, objects = row
    parts = french.replace("s'", "se ").split()
    reflexive = parts[0] == "se"
    parts = parts[1:] if reflexive else parts
    preposition = parts.pop() if len(parts) > 1 and parts[-1] in {"à", "de"} else ""
    return Verb(name, past, participle, " ".join(parts), reflexive, preposition, auxiliary,
                tuple(objects.split(",")) if objects else ())  # fmt: skip


@cache
def load_lexicon() -> Lexicon:
    """Read the whole lexicon once."""
    return Lexicon(
        nouns=tuple(_noun(row) for row in read_rows("nouns.tsv", 4, 6)),
        adjectives=tuple(_adjective(row) for row in read_rows("adjectives.tsv", 2, 7)),
        verbs=tuple(_verb(row) for row in read_rows("verbs.tsv", 5, 6)),
        jobs=tuple(read_rows("jobs.tsv", 3, 3)),
        names=tuple(read_rows("names.tsv", 2, 2)),
        adverbs=tuple(read_rows("adverbs.tsv", 3, 3)),
        countries=tuple(Country(*row) for row in read_rows("countries.tsv", 7, 7)),
        cities=tuple(read_rows("cities.tsv", 2, 2)),
        states=tuple(read_rows("states.tsv", 2, 2)),
        weather=tuple(read_rows("weather.tsv", 4, 4)),
        numbers=tuple(read_rows("numbers.tsv", 3, 3)),
    )
