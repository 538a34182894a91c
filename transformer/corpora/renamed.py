"""Pairs with invented names, so that a model learns to copy a name that it has never seen.

Two names are in a quarter of the sentences that language learners translate for each other. A model trained on little
else learns those two by heart and makes something up for any other name. Here every name that a pair has on both sides
is replaced by an invented one, which a vocabulary has to split into pieces; then all the model can learn is to copy the
pieces.
"""

import random
import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence

from transformer.corpora.pairs import Pair

_WORD = re.compile(r"\b[A-Z][a-z]{2,}\b")
_VOWELS = "aeiouyh"  # French says d' and qu' before these letters, de and que before others
_GENITIVE = "(?=s?\\b)"  # German writes Toms where English writes Tom's
SEEN = 3  # a name occurs at least this often in a corpus: less is often a slip
TRIES = 100
ENDS_BADLY = "sxzß"  # no genitive s


def invent_names(pairs: Sequence[Pair], seed: int = 1) -> list[Pair]:
    """The pairs that have a name on both sides, with invented names.

    Args:
        pairs: English first.
        seed: for the inventions.

    Returns:
        For each pair with a name, one with an invented name; in the order of the pairs, and the same for the same pairs
        and seed.
    """
    met = names_of(pairs)
    names = {name for name, count in met.items() if count >= SEEN}
    inventor = _Inventor(met, {word for pair in pairs for word in re.findall(r"\w+", pair.source)}, random.Random(seed))
    found = (_with_other_names(pair, names, inventor) for pair in pairs)
    return [pair for pair in found if pair is not None]


def names_of(pairs: Sequence[Pair]) -> Counter[str]:
    """How many pairs have each name on both sides.

    A name is a capitalised word in the source that is also in the target, and that no source writes in lower case.
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
            return None  # more often on one side than the other, or also a common word: any replacement would be wrong
        other = inventor.instead_of(name)
        source, target = re.sub(here, other, source), re.sub(there, other, target)
    return Pair(source, target) if own else None


class _Inventor:
    """Invents names letter by letter: each letter follows the two before it as in one of the real names.

    Args:
        names: to learn from. words: all existing ones, none of which to invent. chance: the random numbers.
    """

    def __init__(self, names: Iterable[str], words: Iterable[str], chance: random.Random) -> None:
        self._words = {word.lower() for word in words}
        self._chance = chance
        self._next: dict[str, list[str]] = {}
        for name in sorted(names):  # every name once, however often it occurs
            letters = f"^^{name.lower()}$"
            for index in range(2, len(letters)):
                self._next.setdefault(letters[index - 2 : index], []).append(letters[index])

    def instead_of(self, name: str) -> str:
        """A name that is not an existing word, beginning with a vowel if `name` does."""
        with_vowel = name[0].lower() in _VOWELS
        for _ in range(TRIES):
            invented = self._invent()
            fits = 3 <= len(invented) <= 11 and invented[-1] not in ENDS_BADLY
            if fits and (invented[0] in _VOWELS) == with_vowel and invented not in self._words:
                return invented.capitalize()
        # Too few names to learn from: use syllables.
        syllables = "".join(self._chance.choice("bdfgklmnprtv") + self._chance.choice("aeiou") for _ in range(4))
        return (syllables[1:] if with_vowel else syllables).capitalize()

    def _invent(self) -> str:
        letters = "^^"
        while not letters.endswith("$"):
            letters += self._chance.choice(self._next[letters[-2:]])
        return letters[2:-1]
