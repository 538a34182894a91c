"""Pairs from a visitor: what is read, and refused in a sentence with the line’s number; and sets made by rules."""

import re
from datetime import date

import pytest

from transformer.corpora.own_pairs import LONGEST, MOST, MOST_BYTES, read_own_pairs
from transformer.corpora.rules import PAIRS, RULES, encipher, pig_latin, spell
from transformer.errors import CorpusError

GOOD = [f"one {number}\ttwo {number}" for number in range(30)]


def with_line(line: bytes, at: int = 5) -> bytes:
    good = [each.encode() for each in GOOD]
    return b"\n".join([*good[: at - 1], line, *good[at - 1 :]])


@pytest.mark.parametrize(
    ("raw", "words"),
    [
        (with_line(b"a\tb\tc"), "Line 5 has 3 columns"),
        (with_line(b"only one"), "Line 5 has one column: put a tab between"),
        (with_line(b"only one", 1).replace(b"\t", b","), "Line 1 has one column: put a comma between"),
        (with_line(b"a,b"), "Line 5 has one column: put a tab between"),
        (with_line(b"a\t "), "Line 5 has an empty side"),
        (with_line("\u200b\tb".encode()), "Line 5 has an empty side"),
        (with_line(b"caf\xe9\tcoffee"), "line 5: this is not UTF-8"),
        (with_line(b"a\0\tb"), "Line 5 has a null character"),
        (with_line(b"a" * (LONGEST + 1) + b"\tb"), "Line 5 is too long"),
        (with_line(b"a\tb\tc", 1).replace(b"\t", b","), "Line 1 has 3 columns"),
        (with_line(b'"a,b').replace(b"\t", b","), "Line 5 isn’t CSV"),
        (with_line(b'"a"b,c').replace(b"\t", b","), "Line 5 isn’t CSV"),
        ("\n".join(GOOD[:29]).encode(), "29 different pairs"),
        ("\n".join(GOOD[:29] * 2).encode(), "29 different pairs"),
        ("\n".join(f"{number}\tb" for number in range(MOST + 1)).encode(), "5,001 different pairs"),
        (b"", "0 different pairs"),
        (b"a" * (MOST_BYTES + 1), "larger than"),
        ("\n".join(GOOD).encode("utf-16-le"), "line 1: this is not UTF-8"),
    ],
)
def test_a_broken_file_is_one_sentence(raw: bytes, words: str) -> None:
    with pytest.raises(CorpusError, match=words) as refused:
        read_own_pairs(raw)
    assert re.fullmatch(r"[^.\n]*\.", str(refused.value).replace("...", ""))


@pytest.mark.parametrize(
    "raw",
    [
        "\r\n".join([*GOOD, "", *GOOD]).encode("utf-8-sig"),
        "\r".join(GOOD).encode(),
        "\n".join(GOOD).encode("utf-16"),
        "\n".join(GOOD).replace("\t", ", ").encode(),
        "\n".join(f'"{source}";"{target}"' for source, target in map(str.split, GOOD, "\t" * 30)).encode(),
    ],
)
def test_tabs_and_csv_and_repeated_and_empty_lines_are_read(raw: bytes) -> None:
    assert ["\t".join(pair) for pair in read_own_pairs(raw)] == GOOD


def test_a_comma_within_quotation_marks_and_markup_are_text() -> None:
    raw = "\n".join(GOOD).replace("\t", ",") + '\n"a, ""b""","<b>"'
    assert read_own_pairs(raw.encode())[-1] == ('a, "b"', "<b>")


def test_the_rules_make_what_they_say() -> None:
    assert [spell(number) for number in (0, 13, 42, 100, 3_000)] == [
        *("zero", "thirteen", "forty-two", "one hundred", "three thousand"),
    ]
    assert spell(9_219) == "nine thousand two hundred nineteen"
    assert [pig_latin(word) for word in ("shadow", "up", "my")] == ["adowshay", "upay", "myay"]
    assert encipher("xyz, abc") == "abc, def"
    for rule in RULES.values():
        pairs = rule.pairs()
        assert len({pair.source for pair in pairs}) == len(pairs) == PAIRS
        assert read_own_pairs("\n".join(map("\t".join, pairs)).encode()) == pairs
    for pair in RULES["Dates into digits"].pairs()[:50]:
        assert str(date.fromisoformat(pair.target).year) in pair.source
