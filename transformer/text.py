"""Text as the model likes it: one way to write an apostrophe, a space and a line."""

import re
import unicodedata

# What a keyboard or a word processor writes, and what the corpora write.
_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "´": "'",
        "`": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "…": "...",
    }
)
_SPACES = re.compile(r"\s+")
_WORD_CHARACTERS = re.compile(r"[^\w]+")


def clean(text: str) -> str:
    """One line of plain text: NFC, straight apostrophes and quotes, single spaces, no control characters.

    Control and invisible format characters (Unicode categories Cc, Cf, Co, Cs) become spaces, except the joiners
    inside emoji and the like, which vanish. Nothing else is taken away: a `<` stays a `<`.
    """
    text = unicodedata.normalize("NFC", text).translate(_PLAIN)
    visible = (
        character
        if not (category := unicodedata.category(character)).startswith("C")
        else ""
        if category == "Cf"
        else " "
        for character in text
    )
    return _SPACES.sub(" ", "".join(visible)).strip()


def comparable(text: str) -> str:
    """The sentence without case, punctuation and spacing: equal for two sentences that differ in nothing else."""
    return _WORD_CHARACTERS.sub(" ", clean(text).lower()).strip()
