"""Pairs that a visitor types, pastes or uploads: two columns, separated by a tab, or CSV."""

import csv
import io
from collections.abc import Iterator

from transformer.corpora.pairs import Pair
from transformer.errors import CorpusError
from transformer.files import text_lines
from transformer.text.cleaning import clean

FEWEST, MOST = 30, 5_000  # pairs
LONGEST = 200  # characters of a side
MOST_BYTES = 1_000_000
_MARKS = {"\t": "a tab", ",": "a comma", ";": "a semicolon"}  # between the columns: the one that most lines have


def read_own_pairs(raw: bytes) -> list[Pair]:
    """The pairs of a text, cleaned, each once.

    Raises:
        CorpusError: in one sentence with the line's number, if a line isn't a pair, or there are too few or too many.
    """
    if len(raw) > MOST_BYTES:
        raise CorpusError(f"This text is larger than {MOST_BYTES:,} bytes: leave out some of its lines.")
    lines = [*text_lines(io.BytesIO(raw.replace(b"\r\n", b"\n").replace(b"\r", b"\n")), "Your text")]
    for number, line in enumerate(lines, start=1):
        if "\0" in line:
            raise CorpusError(f"Line {number} has a null character: save the file as plain text.")
    mark = max(_MARKS, key=lambda mark: sum(mark in line for line in lines))
    found = dict.fromkeys(_check(number, columns, mark) for number, columns in _split(lines, mark))
    if not FEWEST <= len(found) <= MOST:
        raise CorpusError(
            f"There are {len(found):,} different pairs: {FEWEST} to {MOST:,} are needed, each on its line."
        )
    return list(found)


def _split(lines: list[str], mark: str) -> Iterator[tuple[int, list[str]]]:
    """The number of each line that is not empty, and its columns."""
    if mark == "\t":
        yield from ((number, line.split(mark)) for number, line in enumerate(lines, start=1) if line.strip())
        return
    rows = csv.reader((f"{line}\n" for line in lines), delimiter=mark, skipinitialspace=True, strict=True)
    begins = 1
    try:
        for row in rows:
            if any(map(str.strip, row)):
                yield begins, row
            begins = rows.line_num + 1
    except csv.Error as error:
        raise CorpusError(f"Line {begins} isn’t CSV ({error}): check its quotation marks.") from None


def _check(number: int, columns: list[str], mark: str) -> Pair:
    if len(columns) == 1:
        raise CorpusError(
            f"Line {number} has one column: put {_MARKS[mark]} between what is read and what is to be written."
        )
    if len(columns) > 2:
        quote = "" if mark == "\t" else ", and quotation marks around a text that contains one"
        raise CorpusError(f"Line {number} has {len(columns)} columns: leave two, with {_MARKS[mark]} between{quote}.")
    source, target = map(clean, columns)
    if not source or not target:
        raise CorpusError(f"Line {number} has an empty side: write something in both columns.")
    if (longest := max(len(source), len(target))) > LONGEST:
        raise CorpusError(f"Line {number} is too long: a side has {longest:,} characters, more than {LONGEST}.")
    return Pair(source, target)
