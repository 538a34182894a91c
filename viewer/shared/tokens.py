"""Tokens as they are shown: chips that say whether they continue a word, and the words they make up."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import zip_longest

WORD_START = "▁"  # how a piece that begins a word is written; never shown
START, END, UNKNOWN, PAD = "<s>", "</s>", "<unk>", "<pad>"
SPECIAL = (START, END, UNKNOWN, PAD)
SPACE_ALONE = "␣"  # shown for a piece that is nothing but the beginning of a word


@dataclass(frozen=True)
class Chip:
    """One token on the screen.

    Attributes:
        text: what is written on it.
        joined: whether it continues the word of the chip before it.
        special: whether it stands for no text, such as the end of the sentence.
    """

    text: str
    joined: bool
    special: bool


def chips(tokens: Sequence[str]) -> tuple[Chip, ...]:
    """One chip for each token, in their order."""
    made: list[Chip] = []
    for token in tokens:
        special = token in SPECIAL
        starts_word = token.startswith(WORD_START) or not made or made[-1].text in (START, END)
        text = token if special else token.replace(WORD_START, "") or SPACE_ALONE
        joined = not starts_word and token not in (START, END, PAD)
        made.append(Chip(text, joined, special))
    return tuple(made)


def words(tokens: Sequence[str]) -> list[list[int]]:
    """The positions of the tokens of each word; a start or end of the sentence belongs to none."""
    grouped: list[list[int]] = []
    for position, (token, chip) in enumerate(zip(tokens, chips(tokens), strict=True)):
        if token in (START, END, PAD):
            continue
        if chip.joined and grouped:
            grouped[-1].append(position)
        else:
            grouped.append([position])
    return grouped


def spelled(tokens: Sequence[str], members: Sequence[int]) -> str:
    """A word as the trust badge names it: without characters that cannot be spelled."""
    shown = chips(tokens)
    return "".join(shown[position].text for position in members if shown[position].text not in (SPACE_ALONE, UNKNOWN))


def pieces(tokens: Sequence[str], word: str) -> list[str]:
    """How the first word spelled `word` is cut, without signs around it; empty if it does not stand there."""
    shown = chips(tokens)
    for members in words(tokens):
        if spelled(tokens, members) == word:
            lettered = [position for position in members if any(map(str.isalnum, shown[position].text))]
            return [shown[position].text for position in lettered if not shown[position].special]
    return []


def first_difference(one: Sequence[object], other: Sequence[object]) -> int | None:
    """The first position at which the two differ, one of them having ended included."""
    for position, (left, right) in enumerate(zip_longest(one, other)):
        if left != right:
            return position
    return None
