"""Sets of pairs made by rules, with which a small model can be tried: no language, no download.

>>> len(RULES["Dates into digits"].pairs())
3000
"""

import random
import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date, timedelta
from functools import cache

from transformer.corpora.everyday import natural_files
from transformer.corpora.pairs import Pair, read_tsv

PAIRS = 3_000  # of each set
_ONES = (
    *("zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve"),
    *("thirteen", "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen"),
)
_TENS = ("twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
_VOWEL = re.compile(r"[aeiou]")


@dataclass(frozen=True)
class Rule:
    """A set of pairs: what is read, what is written, and how one pair is made by chance."""

    source: str
    target: str
    make: Callable[[random.Random], tuple[str, str]]

    def pairs(self) -> list[Pair]:
        """Its pairs, always the same, and no source twice."""
        chance, found = random.Random(1), dict[str, str]()
        while len(found) < PAIRS:
            source, target = self.make(chance)
            found[source] = target
        return [Pair(*pair) for pair in found.items()]


def _make_date(chance: random.Random) -> tuple[str, str]:
    day = date(1900, 1, 1) + timedelta(chance.randrange(60_000))
    form = chance.choice(("{0:%B} {0.day}, {0.year}", "{0.day} {0:%B} {0.year}", "{0:%a} {0.day} {0:%b} {0.year}"))
    return form.format(day), day.isoformat()


def _make_number(chance: random.Random) -> tuple[str, str]:
    number = chance.randrange(10 ** chance.choice((2, 3, 4, 4)))
    return str(number), spell(number)


def spell(number: int) -> str:
    """A number below 10,000 in English words."""
    if number < 20:
        return _ONES[number]
    if number < 100:
        tens, ones = divmod(number, 10)
        return _TENS[tens - 2] + (f"-{_ONES[ones]}" if ones else "")
    unit, name = (1_000, "thousand") if number >= 1_000 else (100, "hundred")
    many, rest = divmod(number, unit)
    return f"{_ONES[many]} {name}" + (f" {spell(rest)}" if rest else "")


def _make_pig_latin(chance: random.Random) -> tuple[str, str]:
    words = _some_words(chance)
    return words, " ".join(map(pig_latin, words.split()))


def pig_latin(word: str) -> str:
    """A word in Pig Latin: what is before its first vowel goes to its end, and "ay" follows."""
    vowel = _VOWEL.search(word)
    at = vowel.start() if vowel else 0
    return f"{word[at:]}{word[:at]}ay"


def _make_code(chance: random.Random) -> tuple[str, str]:
    words = _some_words(chance)
    return words, encipher(words)


def encipher(text: str) -> str:
    """A text in Caesar's code: each small letter is replaced by the third one after it."""
    return "".join(chr((ord(each) - 94) % 26 + 97) if each.isalpha() else each for each in text)


def _some_words(chance: random.Random) -> str:
    """One to three words in a row of a sentence of ours, in small letters."""
    words = chance.choice(_sentences())
    begin = chance.randrange(len(words))
    return " ".join(words[begin : begin + chance.randint(1, 3)])


@cache
def _sentences() -> list[list[str]]:
    pairs = read_tsv(natural_files("fr")["stories"])
    return [re.findall(r"\b[a-z]+\b", pair.source.lower().replace("'", "")) for pair in pairs]


RULES = {
    "Dates into digits": Rule("dates", "ISO dates", _make_date),
    "Numbers into words": Rule("numbers", "words", _make_number),
    "Pig Latin": Rule("English", "Pig Latin", _make_pig_latin),
    "Secret code": Rule("small letters", "secret code", _make_code),
}
