"""The everyday pairs of manythings.org/anki: reading its files, and leaving out pairs that would teach mistakes.

The pairs were written by many people and checked by few. Most are good; the rules remove those that are recognisably
wrong without knowing either language. What a rule cannot see, such as a free translation, remains.
"""

import re
from collections import Counter
from collections.abc import Iterable

from transformer.corpora.pairs import Pair
from transformer.text.cleaning import comparable

# Words that are in every second sentence of one language and never in the others.
COMMON_WORDS = {
    "en": frozenset(
        {"the", "is", "are", "you", "of", "to", "it", "that", "have", "not", "with", "this", "they", "she"}
    ),
    "fr": frozenset({"le", "la", "les", "des", "est", "vous", "je", "que", "pas", "une", "un", "il", "dans", "ne"}),
    "de": frozenset({"der", "das", "ist", "nicht", "ich", "sie", "ein", "eine", "und", "zu", "wir", "den", "dem"}),
}
LONGER_BY = 3.0  # times, and by `LONGER_ANYWAY` characters: "Hello." may become a long greeting
LONGER_ANYWAY = 15
HALF_A_DAY = 12  # hours: 8 p.m. is 20 Uhr
_NUMBER = re.compile(r"\d+(?:[., ]\d{3})+|\d+")
_WORD = re.compile(r"[^\W\d_]+")


def find_fault(pair: Pair, target_language: str) -> str | None:
    """Which rule a pair breaks: "length", "language", "number" or "remark"; None if it breaks none."""
    rules = {"length": _lengths_part, "number": _numbers_part, "remark": _has_a_remark}
    if _is_in_another_language(pair, target_language):
        return "language"
    return next((name for name, breaks in rules.items() if breaks(pair)), None)


def without_faults(pairs: Iterable[Pair], target_language: str) -> tuple[list[Pair], Counter[str]]:
    """The pairs that break no rule, each once, and how many each rule removed; "again" counts repeated pairs."""
    kept: dict[Pair, None] = {}
    gone: Counter[str] = Counter()
    for pair in pairs:
        wrong = "again" if pair in kept else find_fault(pair, target_language)
        if wrong:
            gone[wrong] += 1
        else:
            kept[pair] = None
    return list(kept), gone


def _lengths_part(pair: Pair) -> bool:
    shorter, longer = sorted((len(pair.source), len(pair.target)))
    return longer > LONGER_BY * shorter + LONGER_ANYWAY


def _is_in_another_language(pair: Pair, target_language: str) -> bool:
    """Whether a side has two common words of the other language and none of its own, or both sides are the same."""
    source, target = _words(pair.source), _words(pair.target)
    english, other = COMMON_WORDS["en"], COMMON_WORDS[target_language]
    return (
        (len(target & english) >= 2 and not target & other)
        or (len(source & other) >= 2 and not source & english)
        or (len(source) > 3 and comparable(pair.source) == comparable(pair.target))
    )


def _numbers_part(pair: Pair) -> bool:
    """Whether both sides have numbers and share none: miles turned into kilometres, a mistyped year.

    Thousands may have separators, hours may be on a 12- or 24-hour clock, and a decade may lack its century.
    """
    source, target = _numbers(pair.source), _numbers(pair.target)
    if not source or not target:
        return False
    also = {number + HALF_A_DAY for number in source} | {number % 100 for number in source}
    return target.isdisjoint(source | also)


def _has_a_remark(pair: Pair) -> bool:
    """Whether only one side has something in brackets: a remark on the translation."""
    return ("(" in pair.source) != ("(" in pair.target)


def _numbers(text: str) -> set[int]:
    return {int(re.sub(r"\D", "", number)) for number in _NUMBER.findall(text)}


def _words(text: str) -> set[str]:
    return set(_WORD.findall(text.lower()))
