"""Pairs with other names in them, so that a model learns to carry over a name that it has never read.

Two names are in a quarter of the sentences that language learners translate for each other. A model that reads little
else learns those two by heart and makes up something for any other name. Here every name that a pair has on both sides
is replaced by an invented one, which a vocabulary has to cut into pieces: all that is left to learn is to repeat the
pieces.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from transformer.corpora.pairs import Pair

_WORD = re.compile(r"\b[A-Z][a-z]{2,}\b")
_VOWELS = "aeiouyh"  # before them French says d' and qu', before others de and que
_GENITIVE = "(?=s?\\b)"  # German writes Toms where English writes Tom's
SEEN = 3  # as often, at least, is a name met in a corpus: less is often a slip
TRIES = 100
ENDS_BADLY = "sxzß"  # no genitive in s


def renamed(pairs: Sequence[Pair], seed: int = 1) -> list[Pair]:
    """The pairs that have a name on both sides, with invented names.

    Args:
        pairs: of people's sentences, English first.
        seed: of what is invented.

    Returns:
        For each pair with a name one with another; in the order of the pairs, the same for the same pairs and seed.
    """
    met = names_of(pairs)
    names = {name for name, count in met.items() if count >= SEEN}
    inventor = _Inventor(met, {word for pair in pairs for word in re.findall(r"\w+", pair.source)}, random.Random(seed))
    found = (_with_other_names(pair, names, inventor) for pair in pairs)
    return [pair for pair in found if pair is not None]


def names_of(pairs: Sequence[Pair]) -> Counter[str]:
    """How many pairs have each name on both sides.

    A name is a word with a capital in the source that the target has as well, and that the sources never write small.
    """
    small = {word for pair in pairs for word in re.findall(r"\b[a-z]+\b", pair.source)}
    return Counter(
        word
        for pair in pairs
        for word in set(_WORD.findall(pair.source)) & set(re.findall(r"\w+", pair.target))
        if word.lower() not in small
    )


def _with_other_names(pair: Pair, names: Collection[str], inventor: "_Inventor") -> Pair | None:
    source, target = pair
    own = [name for name in dict.fromkeys(_WORD.findall(source)) if name in names]
    for name in own:
        here, there = rf"\b{name}\b", rf"\b{name}{_GENITIVE}"
        if len(re.findall(here, source)) != len(re.findall(there, target)):
            return None  # named more often on one side, or also another word: any replacement would be wrong
        other = inventor.instead_of(name)
        source, target = re.sub(here, other, source), re.sub(there, other, target)
    return Pair(source, target) if own else None


class _Inventor:
    """Makes names up, letter by letter: each follows the two before it as in one of the names that there are.

    Args:
        names: to learn from. words: all that there are, none of which is to be invented. chance: decides.
    """

    def __init__(self, names: Iterable[str], words: Iterable[str], chance: random.Random) -> None:
        self._words = {word.lower() for word in words}
        self._chance = chance
        self._next: dict[str, list[str]] = {}
        for name in sorted(names):  # every name once, however often it is met
            letters = f"^^{name.lower()}$"
            for index in range(2, len(letters)):
                self._next.setdefault(letters[index - 2 : index], []).append(letters[index])

    def instead_of(self, name: str) -> str:
        """A name that is no word that there is, with a vowel at its beginning where `name` has one."""
        with_vowel = name[0].lower() in _VOWELS
        for _ in range(TRIES):
            invented = self._invented()
            fits = 3 <= len(invented) <= 11 and invented[-1] not in ENDS_BADLY
            if fits and (invented[0] in _VOWELS) == with_vowel and invented not in self._words:
                return invented.capitalize()
        # So few names teach no others: syllables, then.
        syllables = "".join(self._chance.choice("bdfgklmnprtv") + self._chance.choice("aeiou") for _ in range(4))
        return (syllables[1:] if with_vowel else syllables).capitalize()

    def _invented(self) -> str:
        letters = "^^"
        while not letters.endswith("$"):
            letters += self._chance.choice(self._next[letters[-2:]])
        return letters[2:-1]
