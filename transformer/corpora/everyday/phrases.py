"""Noun phrases and pronouns: the nominal parts of a sentence, each with the features others agree with."""

import random
from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import TypeVar

from transformer.corpora.everyday.alignment import Phrase, align, unit
from transformer.corpora.everyday.lexicon import Adjective, Noun
from transformer.corpora.everyday.morphology import form_before

Item = TypeVar("Item", bound=Hashable)


class Chooser:
    """Random choices that even themselves out, so that every word of the lexicon comes up about equally often."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._uses: Counter[Hashable] = Counter()

    def pick(self, items: Sequence[Item]) -> Item:
        """Of three random items, the one used least so far."""
        drawn = [items[int(self._random.random() * len(items))] for _ in range(3)]
        chosen = min(drawn, key=self._uses.__getitem__)
        self._uses[chosen] += 1
        return chosen

    def chance(self, probability: float) -> bool:
        """True with the given probability."""
        return self._random.random() < probability

    def any_of(self, *items: Item) -> Item:
        """A uniform choice among the arguments, repeated arguments weighing more."""
        return items[int(self._random.random() * len(items))]


@dataclass(frozen=True)
class Nominal:
    """A noun phrase or pronoun: its words, its person (0 je … 5 ils), its gender and number."""

    phrase: Phrase
    person: int
    feminine: bool = False
    is_pronoun: bool = False

    @property
    def plural(self) -> bool:
        """Whether the verb and its participle take the plural."""
        return self.person > 2


@dataclass(frozen=True)
class ObjectPronoun:
    """An object pronoun: English after the verb, French before it; `direct` ones make a participle agree."""

    english: str
    french: str
    direct: bool
    feminine: bool = False
    plural: bool = False


SUBJECT_PRONOUNS = {
    "I": Nominal(unit("I", "je"), 0, is_pronoun=True),
    "you": Nominal(unit("you", "tu"), 1, is_pronoun=True),
    "he": Nominal(unit("he", "il"), 2, is_pronoun=True),
    "she": Nominal(unit("she", "elle"), 2, feminine=True, is_pronoun=True),
    "we": Nominal(unit("we", "nous"), 3, is_pronoun=True),
    "you all": Nominal(unit("you all", "vous"), 4, is_pronoun=True),
    "they": Nominal(unit("they", "ils"), 5, is_pronoun=True),
}
DIRECT_PRONOUNS = (
    ObjectPronoun("me", "me", True),
    ObjectPronoun("you", "te", True),
    ObjectPronoun("him", "le-", True),
    ObjectPronoun("her", "la-", True, feminine=True),
    ObjectPronoun("us", "nous", True, plural=True),
    ObjectPronoun("them", "les-", True, plural=True),
)
THING_PRONOUNS = (ObjectPronoun("it", "le-", True), ObjectPronoun("them", "les-", True, plural=True))
INDIRECT_PRONOUNS = (
    ObjectPronoun("me", "me", False),
    ObjectPronoun("you", "te", False),
    ObjectPronoun("him", "lui", False),
    ObjectPronoun("us", "nous", False),
    ObjectPronoun("them", "leur", False),
)
REFLEXIVE = ("me", "te", "se", "nous", "vous", "se")

_ARTICLES = {"the": ("le", "la", "les"), "generic": ("le", "la", "les"), "a": ("un", "une", "des")}
_POSSESSIVES = {
    "my": ("mon", "ma", "mes"),
    "your": ("ton", "ta", "tes"),
    "his": ("son", "sa", "ses"),
    "her": ("son", "sa", "ses"),
    "our": ("notre", "notre", "nos"),
    "their": ("leur", "leur", "leurs"),
}
POSSESSIVES = tuple(_POSSESSIVES)
_DEMONSTRATIVE = ("ce", "cette", "ces")
_PLURAL_DETERMINERS = {"this": "these", "a": "some", "generic": ""}
_INVARIABLE = {
    "how much": "combien de",
    "a lot of": "beaucoup de",
    "how many": "combien de",
    "any": "de",
    "too much": "trop de",
}


def _agreeing(forms: Sequence[str], feminine: bool, plural: bool) -> str:
    return forms[2] if plural else forms[1] if feminine else forms[0]


def adjective_form(adjective: Adjective, feminine: bool, plural: bool) -> str:
    """The French adjective in the gender and number of its noun."""
    if not plural:
        return adjective.feminine if feminine else adjective.masculine
    if not feminine:
        return adjective.masculine_plural
    invariable = adjective.feminine == adjective.masculine_plural
    return adjective.feminine if invariable or adjective.feminine.endswith("s") else adjective.feminine + "s"


def french_number(noun: Noun, plural: bool) -> bool:
    """Whether the French noun is plural; some English mass nouns (`chess`, `mathematics`) are plural in French."""
    always = noun.semantic_class in {"sport", "subject"} and noun.french == noun.french_plural
    return plural or always


def determiner(kind: str, feminine: bool, plural: bool, following: str, adjective_first: bool) -> tuple[str, str]:
    """English and French determiner templates before a French word; `kind` is the English singular (`this`, `a`)."""
    english = _PLURAL_DETERMINERS.get(kind, kind) if plural else "" if kind == "generic" else kind
    if kind == "some" and not plural:
        return english, "de/d la/d" if feminine else "de/d le/d"
    if kind in {"a", "some"} and plural:
        # French keeps "des" before a noun, but only "de" before an adjective: "de belles fleurs".
        return english, "de/d" if adjective_first else "des/d"
    if kind in _ARTICLES:
        return english, _agreeing(_ARTICLES[kind], feminine, plural) + ("/n" if kind == "generic" else "/d")
    if kind == "this":
        return english, form_before(_agreeing(_DEMONSTRATIVE, feminine, plural), following) + "/d"
    if kind in _POSSESSIVES:
        return english, form_before(_agreeing(_POSSESSIVES[kind], feminine, plural), following) + "/d"
    return english, _INVARIABLE[kind].replace(" ", "_") + "/d"


def noun_phrase(noun: Noun, kind: str, plural: bool = False, adjective: Adjective | None = None) -> Nominal:
    """A noun with its determiner and perhaps an adjective, everything agreeing."""
    in_plural = french_number(noun, plural)
    french = (noun.french_plural if in_plural else noun.french).replace(" ", "_")
    english = (noun.english_plural if plural else noun.english).replace(" ", "_")
    before = after = described = ""
    if adjective:
        form = adjective_form(adjective, noun.feminine, in_plural)
        described = f"{adjective.english.replace(' ', '_')}/a "
        if adjective.position != "after":
            before = f"{form if in_plural else form_before(form, french)}/a "
        else:
            after = f" {form.replace(' ', '_')}/a"
    first = (before or french).split("/")[0].split("_")[0]
    article, french_article = determiner(kind, noun.feminine, in_plural, first, bool(before))
    if kind in {"my", "your", "his", "her", "our", "their", "the"} or article:
        article = article.replace(" ", "_") + "/d "
    phrase = align(f"{article}{described}{english}/n", f"{french_article} {before}{french}/n{after}")
    return Nominal(phrase, 5 if plural else 2, noun.feminine)


def counted(noun: Noun, number: tuple[str, ...]) -> Nominal:
    """Several things: `three apples`, `trois pommes`."""
    english, french = noun.english_plural.replace(" ", "_"), noun.french_plural.replace(" ", "_")
    phrase = align(f"{number[1].replace(' ', '_')}/d {english}/n", f"{number[2]}/d {french}/n")
    return Nominal(phrase, 5, noun.feminine)


def pronoun_for(nominal: Nominal) -> ObjectPronoun:
    """The pronoun that stands for a thing already mentioned; French keeps its gender."""
    if nominal.plural:
        return ObjectPronoun("them", "les-", True, nominal.feminine, True)
    return ObjectPronoun("it", "la-" if nominal.feminine else "le-", True, nominal.feminine)
