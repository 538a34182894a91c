"""Choosing words that go together: objects that suit a verb, adjectives that suit a noun, times that suit a tense."""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from transformer.corpora.everyday.alignment import Phrase, align, unit
from transformer.corpora.everyday.lexicon import Adjective, Lexicon, Noun, Verb
from transformer.corpora.everyday.phrases import POSSESSIVES, SUBJECT_PRONOUNS, Chooser, Nominal, noun_phrase

STATIVE = frozenset({"have", "know", "love", "like", "hate", "prefer"})
_NOT_DIRECT = frozenset({"song", "like", "live", "go", "stay"})
_THINGS = frozenset({"object", "furniture", "dish", "instrument", "clothes"})
_COLLECTIVES = {"thing": _THINGS}
_DETERMINERS = {
    "food": ("some", "some", "the", "this"),
    "ingredient": ("some", "some", "the"),
    "room": ("the", "the", "this"),
    "drink": ("some", "some", "the", "this"),
    "fruit": ("a", "a", "the", "this"),
    "vegetable": ("a", "a", "the", "this"),
    "snack": ("a", "a", "the", "this"),
    "person": ("the", "the", "this", "a"),
    "animal": ("the", "the", "this", "a"),
    "building": ("the", "this"),
    "place": ("the",),
    "nature": ("the", "this"),
    "instrument": ("the",),
    "opening": ("the", "this"),
    "sport": ("generic",),
    "subject": ("generic",),
    "season": ("generic",),
}
_OWNABLE = frozenset({"clothes", "pair", "object", "vehicle", "room", "furniture"})
_NEVER_PLURAL = frozenset({"instrument", "sport", "subject", "season", "room", "kin", "place"})
_ABSENT = frozenset({"food", "drink", "fruit", "vegetable", "snack", "clothes", "reading", "object", "ingredient"})
_PUBLIC = frozenset({"bus", "train", "plane", "taxi"})
_SPOUSE_OF = {"husband": ("my", "your", "her"), "wife": ("my", "your", "his")}
_OWN_PEOPLE = frozenset({"friend", "neighbour", "colleague", "boss"})
_POSSESSIVE_OF_PERSON = (("my",), ("your",), ("his", "her"), ("our",), ("their",), ("their",))


@dataclass(frozen=True)
class Construction:
    """A way of making sentences: its name, its share of the corpus and the function that derives one."""

    name: str
    weight: float
    derive: Callable[["Grammar"], Phrase]


CONSTRUCTIONS: list[Construction] = []


def construction(weight: float = 1.0) -> Callable[[Callable[["Grammar"], Phrase]], Callable[["Grammar"], Phrase]]:
    """Register a function as a construction under its own name."""

    def register(derive: Callable[["Grammar"], Phrase]) -> Callable[["Grammar"], Phrase]:
        CONSTRUCTIONS.append(Construction(derive.__name__, weight, derive))
        return derive

    return register


def end(phrase: Phrase, mark: str = ".") -> Phrase:
    """A finished sentence: the phrase and its punctuation."""
    return align(f"{{phrase}} {mark}/z", f"{{phrase}} {mark}/z", phrase=phrase)


def chain(*phrases: Phrase) -> Phrase:
    """Phrases that follow one another in the same order in both languages."""
    slots = {f"part{number}": phrase for number, phrase in enumerate(phrases)}
    template = " ".join(f"{{{name}}}" for name in slots)
    return align(template, template, **slots)


class Grammar(Chooser):
    """The lexicon with a sense of what goes with what."""

    def __init__(self, lexicon: Lexicon, seed: int) -> None:
        super().__init__(seed)
        self.lexicon = lexicon
        self._by_class: dict[str, list[Noun]] = {}
        self._by_english: dict[str, Noun] = {}
        for noun in lexicon.nouns:
            self._by_class.setdefault(noun.semantic_class, []).append(noun)
            self._by_english.setdefault(noun.english, noun)
        self._check_adjectives()
        self._verbs = {(verb.english, verb.french): verb for verb in lexicon.verbs}
        self._adverbs: dict[str, list[Phrase]] = {}
        for english, french, use in lexicon.adverbs:
            self._adverbs.setdefault(use, []).append(unit(english, french))
        self._suitable: dict[tuple[Noun, bool], list[Adjective]] = {}
        self._objects = {verb: self._object_nouns(verb) for verb in lexicon.verbs}

    def _check_adjectives(self) -> None:
        known = {*self._by_class, *self._by_english, *_COLLECTIVES}
        for adjective in self.lexicon.adjectives:
            for name in adjective.classes - known:
                raise ValueError(
                    f"adjectives.tsv: {adjective.english!r} fits {name!r}, which is neither a noun nor a class."
                )

    def _object_nouns(self, verb: Verb) -> list[tuple[str, list[Noun]]]:
        groups: list[tuple[str, list[Noun]]] = []
        for name in verb.objects:
            if name in self._by_class:
                groups.append((name, self._by_class[name]))
            elif name in self._by_english:
                groups.append((name, [self._by_english[name]]))
            elif name not in _NOT_DIRECT:
                raise ValueError(f"verbs.tsv: {verb.english!r} takes {name!r}, which is neither a noun nor a class.")
        return groups

    def nouns(self, *classes: str) -> list[Noun]:
        """All nouns of the given semantic classes."""
        return [noun for name in classes for noun in self._by_class[name]]

    def noun_named(self, english: str) -> Noun:
        """One noun by its English singular."""
        return self._by_english[english]

    def verb(self, english: str, french: str = "") -> Verb:
        """One verb by its English base form; French tells two of the same form apart."""
        if french:
            return self._verbs[english, french]
        return next(verb for verb in self.lexicon.verbs if verb.english == english)

    @cached_property
    def transitive(self) -> list[Verb]:
        """Verbs with a noun phrase as object."""
        return [verb for verb in self.lexicon.verbs if self._objects[verb]]

    @cached_property
    def direct(self) -> list[Verb]:
        """Transitive verbs of events whose French object needs no preposition."""
        return [verb for verb in self.transitive if not verb.preposition and verb.english not in STATIVE]

    @cached_property
    def intransitive(self) -> list[Verb]:
        """Verbs that make a sentence on their own."""
        return [v for v in self.lexicon.verbs if not v.objects and v.auxiliary == "avoir"]

    @cached_property
    def moving(self) -> list[Verb]:
        """Verbs conjugated with être, reflexive ones included."""
        return [v for v in self.lexicon.verbs if v.auxiliary == "être" and not set(v.objects) & {"go"}]

    def subject(self) -> Nominal:
        """Somebody who acts: a pronoun, a name, a relative, a person by their work."""
        if self.chance(0.55):
            return SUBJECT_PRONOUNS[self.pick(("I", "you", "he", "she", "we", "they", "I", "he", "she", "you all"))]
        return self.third_person()

    def pronoun(self) -> Nominal:
        """A subject pronoun."""
        return SUBJECT_PRONOUNS[self.pick(tuple(SUBJECT_PRONOUNS))]

    def third_person(self) -> Nominal:
        """A person named or described."""
        kind = self.any_of("name", "name", "kin", "kin", "job", "person")
        if kind == "name":
            return self.name()
        if kind == "kin":
            return self.relative()
        if kind == "job":
            return self.worker()
        noun = self.pick(self.nouns("person"))
        determiner = (
            self.pick(("my", "our", "his")) if noun.english in _OWN_PEOPLE else self.any_of("the", "the", "this")
        )
        return noun_phrase(noun, determiner, plural=self.chance(0.3) and noun.english not in {"boss"})

    def name(self) -> Nominal:
        """A first name, the same in both languages."""
        name, gender = self.pick(self.lexicon.names)
        return Nominal(align(f"{name}/1", f"{name}/1"), 2, gender == "f")

    def relative(self) -> Nominal:
        """`my sister`, `her husband`."""
        noun = self.pick(self.nouns("kin"))
        return noun_phrase(noun, self.pick(_SPOUSE_OF.get(noun.english, POSSESSIVES)))

    def named_adverb(self, *names: str) -> Phrase:
        """One of the adverbs with these English names."""
        name = self.pick(names)
        return unit(name, next(french for english, french, _ in self.lexicon.adverbs if english == name))

    def worker(self) -> Nominal:
        """`the baker`, masculine, as nothing says otherwise."""
        english, masculine, _ = self.pick(self.lexicon.jobs)
        return Nominal(align(f"the/d {english}/n", f"le/d {masculine}/n"), 2)

    def owner(self, subject: Nominal) -> str:
        """The possessive that refers to the subject: `I … my`, `she … her`."""
        options = _POSSESSIVE_OF_PERSON[subject.person]
        if subject.person == 4:
            return "the"
        return options[-1] if subject.feminine else options[0]

    def adjective(self, noun: Noun, attributive: bool) -> Adjective | None:
        """An adjective that suits a noun, beside it (`attributive`) or after `to be`; None if there is none."""
        key = (noun, attributive)
        if key not in self._suitable:
            self._suitable[key] = [
                adjective
                for adjective in self.lexicon.adjectives
                if adjective.position != ("predicate" if attributive else "attributive")
                and not (attributive and noun.mass and adjective.english in {"expensive", "hot", "cold"})
                and any(
                    noun.english == name or noun.semantic_class in _COLLECTIVES.get(name, (name,))
                    for name in adjective.classes
                )
            ]
        return self.pick(self._suitable[key]) if self._suitable[key] else None

    def described(self, noun: Noun, kind: str, plural: bool = False, share: float = 0.25) -> Nominal:
        """A noun phrase that has an adjective now and then."""
        adjective = None
        if kind not in {"generic", "any"} and noun.semantic_class != "kin" and self.chance(share):
            adjective = self.adjective(noun, attributive=True)
        return noun_phrase(noun, kind, plural, adjective)

    def determiner(self, noun: Noun, verb: Verb | None, subject: Nominal | None, plural: bool) -> str:
        """A determiner that suits a noun as the object of a verb."""
        name = noun.semantic_class
        if verb and verb.english == "have" and name != "kin":
            return "a"
        if name == "kin":
            if verb and verb.english == "have":
                return "a"
            return (
                self.owner(subject)
                if subject and subject.person != 4 and self.chance(0.6)
                else self.pick(("my", "your"))
            )
        if verb and verb.english in {"love", "like", "hate", "prefer"}:
            return "generic"
        if noun.english in {"radio", "television"}:
            return "the"
        options: tuple[str, ...] = _DETERMINERS.get(name, ("the", "the", "this", "a"))
        if (
            (name in _OWNABLE and noun.english not in _PUBLIC)
            or noun.english in _OWN_PEOPLE
            or noun.english in {"dog", "cat"}
        ):
            options += (self.owner(subject) if subject else "my",)
            options += (self.pick(("my", "your", "his", "her", "our", "their")),)
        return self.any_of(*(("the", "a") if plural and noun.semantic_class in {"fruit", "vegetable"} else options))

    def object_of(
        self, verb: Verb, subject: Nominal, negated: bool = False, share: float = 0.25, definite: bool = False
    ) -> Nominal:
        """A noun phrase that can be the object of a verb; after a negation French has a bare `de`."""
        _, nouns = self.pick_group(verb)
        noun = self.pick(nouns)
        likes = verb.english in {"love", "like", "hate", "prefer"}
        countable = not noun.mass and noun.semantic_class not in _NEVER_PLURAL
        plural = countable and (noun.semantic_class == "pair" or likes or self.chance(0.25))
        kind = self.determiner(noun, verb, subject, plural)
        if likes and not (plural or noun.mass):
            kind = "this"
        can_be_absent = verb.english == "have" or noun.semantic_class in _ABSENT
        if kind in {"a", "some"} and (definite or (negated and not can_be_absent)):
            kind = "the"
        if negated and kind in {"a", "some"}:
            return self.absent(noun, plural)
        return self.described(noun, kind, plural, share)

    def pick_group(self, verb: Verb) -> tuple[str, list[Noun]]:
        """One of the groups of nouns a verb takes, larger groups more often."""
        groups = self._objects[verb]
        members = [index for index, (_, nouns) in enumerate(groups) for _ in range(min(len(nouns), 12))]
        return groups[self.any_of(*members)]

    def absent(self, noun: Noun, plural: bool) -> Nominal:
        """What there is not: `(not) a dog`, `(not) any bread`, in French always `(pas) de …`."""
        determiner = "any" if plural or noun.mass else "a"
        english = (noun.english_plural if plural else noun.english).replace(" ", "_")
        french = (noun.french_plural if plural else noun.french).replace(" ", "_")
        phrase = align(f"{determiner}/d {english}/n", f"de/d {french}/n")
        return Nominal(phrase, 5 if plural else 2, noun.feminine)

    def when(self, *uses: str) -> Phrase:
        """An adverb of the given use: `past`, `present`, `habit`, `future`, `imperfect`, `manner`, `where`."""
        return self.pick([adverb for use in uses for adverb in self._adverbs[use]])
