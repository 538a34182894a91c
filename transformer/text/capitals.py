"""Words typed in capitals, in the form that the model has learned: it has hardly seen any in capitals."""

import re
from collections.abc import Callable
from typing import Any

from transformer.text.english import is_english

FEWEST_LETTERS = 5  # a shorter text can be an abbreviation: "IKEA", "NATO"
# Abbreviations keep their capitals; if they are also English words, only after an article or the like.
_ABBREVIATIONS = (
    "AD AI ATM BBC BMX CD CDS CEO CIA CV DIY DJ DNA DVD EU FBI FIFA GPS HIV IBM ID II III IKEA NASA NATO NHS OK PC PDF "
    "SMS TV UFO UK UN UNESCO UNICEF USA USB VPN"
)
_ALSO_WORDS = frozenset(("IT", "US", "WHO"))
_ARTICLES = frozenset(("the", "an", "in", "our", "your", "my", "his", "her", "their"))
_ENGLISH_I = re.compile(r"\bi\b")
_WORD = re.compile(r"[^\W\d_]+(?:'[^\W\d_]+)*")


def in_capitals(text: str) -> bool:
    """Whether every letter that has a capital form is a capital, and there are at least `FEWEST_LETTERS` of them."""
    letters = [character for character in text if character.lower() != character.upper()]
    return len(letters) >= FEWEST_LETTERS and all(character.isupper() for character in letters)


def without_capitals(text: str, language: str = "en", strangeness: Callable[[str], Any] = len) -> str:
    """The text with all-capital words in lower case, except for the first letter of the text.

    In an English text, these are the words that the project knows and, if the whole text is in capitals, all others;
    abbreviations and "I" stay, and a name keeps its first capital if the vocabulary knows it that way. In another
    language, nothing changes unless the whole text is in capitals.

    Args:
        text: cleaned. language: of the text, such as "en".
        strangeness: how strange a word is to the vocabulary; a name gets its less strange form.
    """
    shouted = in_capitals(text) and (language != "en" or any(is_english(text)))
    if not shouted and language != "en":
        return text
    before = ""

    def small(found: re.Match[str]) -> str:
        nonlocal before
        word, article, before = found[0], before in _ARTICLES, found[0].lower()
        lower = _ENGLISH_I.sub("I", before) if language == "en" else before
        if not word.isupper() or word == lower:
            return word
        if language == "en":
            if len(word) == 1 and not (shouted and word == "A"):
                return word
            kept = word in _ABBREVIATIONS.split() or (word in _ALSO_WORDS and article) or (word == "US" and not shouted)
            if kept or not (shouted or all(is_english(word))):
                return word
        named = lower[:1].upper() + lower[1:]
        first = not any(map(str.isalpha, text[: found.start()]))
        unknown = language == "en" and not all(is_english(word))
        return named if first or unknown or strangeness(named) < strangeness(lower) else lower

    return _WORD.sub(small, text)
