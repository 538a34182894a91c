"""Sentence pairs whose words people have linked by hand: the reference for measuring alignments.

Two files aligned by line, as in the shared task of Mihalcea and Pedersen (2003):

    test.en-fr.txt    English ||| French, tokens separated by spaces
    test.en-fr.gold   1-1 2p3 …   word of the first, word of the second, counted from 1; `-` is sure, `p` possible
"""

import re
from dataclasses import dataclass
from pathlib import Path

from transformer.errors import CorpusError
from transformer.files import read_lines

_LINK = re.compile(r"(\d+)([-p])(\d+)")
_CLOSING = {",", ".", ")"}  # written without a space before it


@dataclass(frozen=True)
class GoldPair:
    """A sentence pair with its words and the links between them.

    Attributes:
        source, target: the words of each side.
        sure: links (source word, target word), counted from 0, that every annotator made.
        possible: those that some made; the sure ones are among them.
    """

    source: tuple[str, ...]
    target: tuple[str, ...]
    sure: frozenset[tuple[int, int]]
    possible: frozenset[tuple[int, int]]


def read_gold(prefix: Path) -> list[GoldPair]:
    """The pairs of `prefix.txt` with the links of `prefix.gold`."""
    texts, links = (_lines(prefix.with_name(f"{prefix.name}{ending}")) for ending in (".txt", ".gold"))
    if len(texts) != len(links):
        raise CorpusError(
            f"{prefix}.txt has {len(texts)} lines, {prefix}.gold {len(links)}: they don't belong together."
        )
    return [_pair(prefix, number, *both) for number, both in enumerate(zip(texts, links, strict=True), start=1)]


def as_text(words: tuple[str, ...]) -> tuple[str, list[tuple[int, int]]]:
    """The words as a sentence, and where each one starts and ends (exclusive) in it."""
    text, spans = "", []
    for word in words:
        text += " " if text and word not in _CLOSING else ""
        spans.append((len(text), len(text) + len(word)))
        text += word
    return text, spans


def _lines(path: Path) -> list[str]:
    try:
        return read_lines(path)
    except CorpusError as error:
        raise CorpusError(f"{error} There must be two files, .txt and .gold.") from error


def _pair(prefix: Path, number: int, text: str, links: str) -> GoldPair:
    source, separator, target = text.partition("|||")
    sides = tuple(source.split()), tuple(target.split())
    if not separator or not all(sides):
        raise CorpusError(f"{prefix}.txt, line {number}: expected two sentences with ||| between them.")
    sure, possible = set(), set()
    for written in links.split():
        found = _LINK.fullmatch(written)
        if found is None:
            raise CorpusError(f"{prefix}.gold, line {number}: {written!r} isn't a link such as 1-1 or 2p3.")
        link = int(found[1]) - 1, int(found[3]) - 1
        if not (0 <= link[0] < len(sides[0]) and 0 <= link[1] < len(sides[1])):
            raise CorpusError(
                f"{prefix}.gold, line {number}: {written!r} names a word that the sentence does not have."
            )
        possible.add(link)
        if found[2] == "-":
            sure.add(link)
    return GoldPair(*sides, frozenset(sure), frozenset(possible))
