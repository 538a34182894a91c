"""Text as the model likes it: one way to write an apostrophe, a space and a line."""

import re
import unicodedata

# What a keyboard or a word processor writes, and what the corpora write; the grave accent, the one of these that is
# ASCII, is seen to in `clean`.
_PLAIN = str.maketrans(
    {
        "’": "'",
        "‘": "'",
        "ʼ": "'",
        "´": "'",
        "“": '"',
        "”": '"',
        "«": '"',
        "»": '"',
        "–": "-",
        "—": "-",
        "…": "...",
    }
)
_INVISIBLE = {"Cc": " ", "Co": " ", "Cs": " ", "Cf": ""}
_WORD_CHARACTERS = re.compile(r"[^\w]+")


def clean(text: str) -> str:
    """One line of plain text: NFC, straight apostrophes and quotes, single spaces, no control characters.

    Control, private and surrogate characters (Unicode categories Cc, Co, Cs) become spaces, invisible format characters
    (Cf: joiners, direction marks) vanish. Nothing else is taken away: a `<` stays a `<`.
    """
    visible = text
    if not text.isprintable():  # else there is nothing of that kind, and most texts need not be looked at any closer
        visible = "".join(_INVISIBLE.get(unicodedata.category(character), character) for character in text)
    if not visible.isascii():
        # Only now: a character that vanished may have stood between a letter and its accent.
        visible = unicodedata.normalize("NFC", visible).translate(_PLAIN)
    return " ".join(visible.replace("`", "'").split())


def comparable(text: str) -> str:
    """The sentence without case, punctuation and spacing: equal for two sentences that differ in nothing else."""
    return _WORD_CHARACTERS.sub(" ", clean(text).lower()).strip()
