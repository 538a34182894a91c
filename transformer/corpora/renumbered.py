"""Pairs with other numbers in them, so that a model learns to carry over any number, digit by digit.

One pair in two hundred of what language learners translate has a number in digits on both sides, and most of these are
small. Here every such pair is repeated with invented numbers. The vocabulary has each digit as a token of its own, so
all that is left to learn is to repeat them.
"""

import random
import re
from collections.abc import Sequence

from transformer.corpora.pairs import Pair

_RUN = re.compile(r"(?<!\w)\d+(?!\w)")  # digits that touch no letter: not 1er, 2nd or H1N1
_COMPOUND = re.compile(r"\d[.,: \u202f/-]\d")
COPIES = 8  # of each pair
LONGEST = 7  # digits of a number that stands alone


def invent_numbers(pairs: Sequence[Pair], seed: int = 1) -> list[Pair]:
    """The pairs that have the same numbers on both sides, each `COPIES` times with invented ones.

    A 1 stays, since the words around it agree with it. The parts of a date, a price or a time keep their lengths.

    Args:
        pairs: of people's sentences. seed: of what is invented.

    Returns:
        In the order of the pairs; the same for the same pairs and seed.
    """
    chance = random.Random(seed)
    kept = [pair for pair in pairs if _same_numbers(pair)]
    return [_with_other_numbers(pair, chance) for pair in kept for _ in range(COPIES)]


def _same_numbers(pair: Pair) -> bool:
    numbers = _RUN.findall(pair.source)
    return sorted(numbers) == sorted(_RUN.findall(pair.target)) and any(number != "1" for number in numbers)


def _with_other_numbers(pair: Pair, chance: random.Random) -> Pair:
    grouped = _COMPOUND.search(pair.source) or _COMPOUND.search(pair.target)
    numbers = dict.fromkeys(_RUN.findall(pair.source))
    others = {number: number if number == "1" else _invent(number, bool(grouped), chance) for number in numbers}
    source, target = (_RUN.sub(lambda found: others[found[0]], text) for text in pair)
    return Pair(source, target)


def _invent(number: str, grouped: bool, chance: random.Random) -> str:
    length = len(number) if grouped else chance.choice((len(number), chance.randint(1, LONGEST)))
    first = chance.choice("0123456789" if number[0] == "0" else "23456789")
    return first + "".join(chance.choice("0123456789") for _ in range(length - 1))
