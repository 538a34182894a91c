"""A text split into sentences: the models were trained on single ones, and read a full stop as the end."""

import re
from collections.abc import Iterable

from transformer.text.cleaning import one_line
from transformer.text.line_breaks import join_lines

ITEM_NUMBER = r"\(?(?:\d{1,3}|[A-Za-z]|[IVX]{2,4}|[ivx]{2,4})[.)]"  # at a line's beginning: "1. Wash the dishes."
_NUMBER = re.compile(ITEM_NUMBER)


def split_sentences(text: str, language: str = "en") -> list[str]:
    """The sentences of a text, each in one line; an abbreviation's full stop doesn't end one.

    A line's end ends a sentence too, unless the next line continues in lower case (`join_lines`).

    A list item's number stays with the item, and stray punctuation with what comes before it.

    Args:
        language: of the text, such as "en".
    """
    lines = (one_line(line) for line in join_lines(text).splitlines())
    return [sentence for line in lines if line for sentence in _join_pieces(map(one_line, _segments(language, line)))]


def _segments(language: str, line: str) -> list[str]:
    """The sentences of a line as sentencex cuts it; it knows three dots, but not the one sign for them."""
    from sentencex import segment  # training does without it

    found = list(segment(language, line))
    with_dots = list(segment(language, line.replace("…", "..."))) if "…" in line else []
    return with_dots if len(with_dots) > len(found) else found


def _join_pieces(pieces: Iterable[str]) -> list[str]:
    found: list[str] = []
    for piece in filter(None, pieces):
        wordless = not any(map(str.isalnum, piece))
        if found and (wordless or _NUMBER.fullmatch(found[-1]) or not any(map(str.isalnum, found[-1]))):
            found[-1] += f" {piece}"
        else:
            found.append(piece)
    return found
