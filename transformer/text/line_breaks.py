"""Rejoins text that was broken into lines to fit a page, such as text from a PDF."""

import re

from transformer.text.english import english_words

_SOFT_HYPHEN = "\xad"
# A possible word hyphenated at a line's end; its line break may have become a space.
_DIVIDED = re.compile(rf"([^\W_]+)([-‐{_SOFT_HYPHEN}])([ \n]\s*)([^\W_]+)")
_SHARED = {"and", "or", "nor", "to", "und", "oder", "bis", "et", "ou"}  # they follow a hyphen in “two- or three-year”
_GOES_ON = re.compile(r"\n(?=(\w))")


def join_lines(text: str) -> str:
    """Join the lines into which one sentence was broken.

    A line that begins with a lower-case letter continues the line before it; every other break stays. A word hyphenated
    at a line's end, as in `transla-` `tion`, is joined, even if the line break has become a space. It keeps a hyphen
    that belongs to it, as in `well-` `known`: if the two parts are words and the whole is not.
    """
    if "- " not in text and text.isprintable():  # not a break either
        return text
    lines = "\n".join(line.strip(" \t") for line in text.splitlines())
    return _GOES_ON.sub(lambda found: " " if found[1].islower() else "\n", _DIVIDED.sub(_whole, lines))


def put_on_one_line(text: str) -> str:
    """The text for a one-line field: its lines joined, with a space for every remaining break."""
    if text.splitlines() in ([], [text]):
        return text
    return " ".join(filter(None, join_lines(text).split("\n")))


def _whole(found: re.Match[str]) -> str:
    """A hyphenated word, or something that only looks like one, in its original form."""
    left, hyphen, gap, right = found.groups()
    if right.lower() in _SHARED:
        return found[0]
    broken = "\n" in gap
    if hyphen == _SOFT_HYPHEN:
        return left + right if broken else found[0]
    compound = f"{left}-{right}"
    within = found.string[: found.start()].endswith("-") or found.string.startswith("-", found.end())
    if within or not (left.isalpha() and right.isalpha() and right[0].islower()) or len(left) == 1 or left.isupper():
        return compound if broken else found[0]
    known = english_words()
    if compound.lower() in known:
        return compound
    if (left + right).lower() in known:
        return left + right
    parts = (left.lower() in known, right.lower() in known)
    if broken:
        return compound if all(parts) else left + right
    return found[0] if parts[1] else left + right
