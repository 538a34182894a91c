"""Tokens as shown: chips that say whether they continue a word."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TypedDict

from transformer.text.special_tokens import SPECIAL_TOKENS, WORD_START
from transformer.text.words import spell_word, text_words, token_words

SPACE_ALONE = "␣"  # shown for a piece that only marks the beginning of a word


@dataclass(frozen=True)
class Chip:
    """One token on the screen.

    Attributes:
        text: the text on it.
        joined: whether it continues the word of the previous chip.
        special: whether it is not text, such as the end of the sentence.
    """

    text: str
    joined: bool
    special: bool


class ChipFacts(TypedDict):
    """A chip in the browser's form."""

    text: str
    joined: bool
    special: bool


def chips(tokens: Sequence[str]) -> tuple[Chip, ...]:
    """One chip for each token, in order."""
    begins = {word[0] for word in token_words(tokens)}
    made: list[Chip] = []
    for position, token in enumerate(tokens):
        special = token in SPECIAL_TOKENS.values()
        text = token if special else token.replace(WORD_START, "") or SPACE_ALONE
        made.append(Chip(text, position not in begins, special))
    return tuple(made)


def chips_within(tokens: Sequence[str]) -> tuple[Chip, ...]:
    """One chip for each token, the first one also as it looks after another word."""
    return chips((WORD_START, *tokens))[1:]


def as_facts(shown: Iterable[Chip]) -> list[ChipFacts]:
    """Chips in the browser's form."""
    return [{"text": chip.text, "joined": chip.joined, "special": chip.special} for chip in shown]


def pieces(tokens: Sequence[str], word: str) -> list[str]:
    """How the first word spelled `word` is split, without punctuation around it; empty if it does not occur."""
    shown = chips(tokens)
    for members in text_words(tokens):
        if spell_word(tokens, members) == word:
            lettered = [position for position in members if any(map(str.isalnum, shown[position].text))]
            return [shown[position].text for position in lettered if not shown[position].special]
    return []
