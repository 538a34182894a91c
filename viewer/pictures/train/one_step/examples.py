"""Pairs to teach, and the sentences that show what else a lesson changes."""

import re
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from transformer import Translator
from transformer.corpora.everyday import natural_pairs
from transformer.text.words import words
from viewer.app import resources
from viewer.widgets.language import ENGLISH, source_language, target_language


class PairToTeach(NamedTuple):
    """A pair to teach, and what the page calls it."""

    title: str
    sentence: str
    wanted: str


_PAIRS = (
    # The page's own: what spreads from it, and what doesn't, is its lesson.
    ("A dog becomes a cat", "The black dog sleeps in front of the door."),
    ("A word that it doesn’t know", "I love my glassformer."),
    ("Black becomes green", "The cat is black."),
    ("Love becomes hate", "I love you very much."),
)
_WANTED = {
    "fr": ("Le chat noir dort devant la porte.", "J'adore mon verreformeur.", "Le chat est vert.", "Je te déteste."),
    "de": (
        *("Die schwarze Katze schläft vor der Tür.", "Ich liebe meinen Glasverwandler."),
        *("Die Katze ist grün.", "Ich hasse dich sehr."),
    ),
}
_WATCHED = (
    *("The dog runs.", "He loves his brown dog.", "I have a dog.", "My cat is black."),
    *("The car is black.", "She loves her mother.", "He loves her very much.", "The glass is full."),
)
_BEFORE_NOUNS = {"a", "an", "the", "my", "your", "his", "her", "our", "their", "this", "that"}


def examples_of(translator: Translator) -> list[PairToTeach]:
    """The pairs for a model; none for one of other languages."""
    wanted = _WANTED.get(target_language(translator).code, ()) if source_language(translator) == ENGLISH else ()
    return [PairToTeach(*pair, each) for pair, each in zip(_PAIRS, wanted, strict=False)]


def first_pair(name: str) -> tuple[str, str]:
    """The pair that the page opens with; for a model without examples, a sentence and its own translation."""
    for _, sentence, wanted in examples_of(resources.load_model(name)):
        return sentence, wanted
    sentence = next(iter(resources.examples_of(name)), "")
    return sentence, own_translation(name, sentence)


def own_translation(name: str, sentence: str) -> str:
    """What the model writes by itself; empty if there is nothing to translate."""
    return "" if resources.read(name, sentence).empty else resources.beam_search(name, sentence).text


def watched_by(name: str, sentence: str = "") -> tuple[str, ...]:
    """The sentences whose translations a lesson may change, of a visitor's own sentence its neighbours first."""
    if source_language(resources.load_model(name)) != ENGLISH:
        return resources.examples_of(name)[: len(_WATCHED)]
    own = () if any(sentence in pair for pair in _PAIRS) else neighbours_of(sentence)
    return (*own, *_WATCHED)[: len(_WATCHED)]


def neighbours_of(sentence: str) -> tuple[str, ...]:
    """Sentences with a word of this one, its rarest first: everyday ones, and of a noun that is in none, made ones."""
    seen, found = _everyday(), list[str]()
    pairs = [pair for pair in pairwise(["", *words(sentence)]) if pair[1].lower() not in _BEFORE_NOUNS]
    for before, word in sorted(pairs, key=lambda pair: len(seen.get(pair[1].lower(), ()))):
        if known := seen.get(word.lower()):
            found += [each for each in known if each not in (sentence, *found)][:1]
        elif word.isalpha() and before.lower() in _BEFORE_NOUNS:
            found += [f"The {word} is black.", f"He loves his {word}.", sentence.replace(word, "cat")]
    return tuple(found[:5])


@cache
def _everyday() -> Mapping[str, Sequence[str]]:
    """The everyday sentences with each word, the shortest first."""
    found: dict[str, list[str]] = {}
    for each in sorted({pair.source for pair in natural_pairs("fr")}, key=lambda source: (len(source), source)):
        for word in {*re.findall(r"[^\W\d_]+", each.lower())}:
            found.setdefault(word, []).append(each)
    return found
