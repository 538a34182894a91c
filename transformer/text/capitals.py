"""A sentence typed all in capitals, as the model has learned sentences: it has seen next to no other capitals."""

import re

FEWEST_LETTERS = 5  # a shorter text may be an abbreviation: "OK", "USA", "NATO"
_ENGLISH_I = re.compile(r"\bi\b")


def in_capitals(text: str) -> bool:
    """Whether every letter that has a capital form is one, and there are at least `FEWEST_LETTERS` of them."""
    letters = [character for character in text if character.lower() != character.upper()]
    return len(letters) >= FEWEST_LETTERS and all(character.isupper() for character in letters)


def without_capitals(text: str, language: str = "en") -> str:
    """The text in small letters but for its first, and for the English "I"; names lose their capital.

    Args:
        text: cleaned. language: of the text, such as "en".
    """
    small = text.lower()
    if language == "en":
        small = _ENGLISH_I.sub("I", small)
    first = next((index for index, character in enumerate(small) if character.isalpha()), 0)
    return small[:first] + small[first : first + 1].upper() + small[first + 1 :]
