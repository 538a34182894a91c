"""Cleaning: properties that hold for any text at all, and the cases people really type."""

import unicodedata

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from transformer.text.cleaning import clean, comparable, normalize_characters

any_text = st.text(max_size=60)
# Characters that meet in odd ways: letters, combining marks, joiners, separators, controls, quotes.
odd_text = st.text(
    alphabet="aeé \t\r\n\x00\x85\u0301\u0327\u200b\u200d\u200f\u2028\u00a0\ufeff\u00ad’…«»🙂אן", max_size=20
)


@settings(max_examples=300)
@given(st.one_of(any_text, odd_text))
@example("e\u200d\u0301")
@example("\ud83d")
def test_cleaning_twice_changes_nothing_more(text: str) -> None:
    assert clean(clean(text)) == clean(text)


@pytest.mark.slow
@settings(max_examples=300)
@given(st.one_of(any_text, odd_text))
def test_a_cleaned_text_is_one_plain_line(text: str) -> None:
    cleaned = clean(text)
    assert len(cleaned.splitlines()) <= 1
    assert cleaned == cleaned.strip()
    assert "  " not in cleaned
    hidden = {character for character in cleaned if unicodedata.category(character) in ("Cc", "Cf", "Co", "Cs")}
    assert hidden <= {"\u200c", "\u200d", *map(chr, range(0xE0020, 0xE0080))}  # within an emoji or a joined script


@pytest.mark.parametrize(
    ("text", "cleaned"),
    [
        ("It’s «good», “they” said…", 'It\'s "good", "they" said...'),
        ("Qu\u2019est-ce\u00a0que c\u2019est\u202f?", "Qu'est-ce que c'est ?"),
        ("two\nlines\r\nand\ta tab", "two lines and a tab"),
        ("line\u2028separator\u2029and\x85next", "line separator and next"),
        ("zero\x00byte\x07bell", "zero byte bell"),
        ("soft\u00adhyphen zero\u200bwidth", "softhyphen zerowidth"),
        ("e\u0301te\u0301", "été"),
        ("I love 🙂!", "I love 🙂!"),
        ("👩‍🚀 👍🏽 🇫🇷 1️⃣ 🏴\U000e0067\U000e0062\U000e007f", "👩‍🚀 👍🏽 🇫🇷 1️⃣ 🏴\U000e0067\U000e0062\U000e007f"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("e\u200d\u0301 🙂\u200d a\U000e0067", "é 🙂 a"),
        ("שלום עולם", "שלום עולם"),
        ("\u200fשלום\u200e", "שלום"),
        ("<b>bold</b> & <script>", "<b>bold</b> & <script>"),
        ("   ", ""),
        ("", ""),
        ("\ufeffByte order mark", "Byte order mark"),
        ("a – b — c", "a - b - c"),
    ],
)
def test_cleaning_by_example(text: str, cleaned: str) -> None:
    assert clean(text) == cleaned


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("Hello，", "Hello,"),
        ("Ｈｅｌｌｏ！ １２", "Hello! 12"),
        ("It is ﬁne, my eﬀort.", "It is fine, my effort."),
        ("„Hello“ ‚hi‘ ‹a› 「b」", "\"Hello\" 'hi' 'a' \"b\""),
        ("well‑known ‐ ‒ ― − －5", "well-known - - - - -5"),
        ("5′ 6″", "5' 6\""),
        ("½ 1½ ⅔ 1⁄2", "1/2 1 1/2 2/3 1/2"),
        ("① ⒈ Ⅳ № 5 ㎞", "1 1. IV no. 5 km"),
        ("𝓗𝓮𝓵𝓵𝓸", "Hello"),
        ("你好。", "你好."),
        ("m² H₂O Coke™ 20 ℃ 5 µm £5 é ß 🙂", "m² H₂O Coke™ 20 ℃ 5 µm £5 é ß 🙂"),
    ],
)
def test_what_has_a_plain_spelling_gets_it_and_nothing_else_changes(text: str, plain: str) -> None:
    assert normalize_characters(clean(text)) == plain


def test_an_emoji_newer_than_pythons_tables_is_not_taken_away() -> None:
    assert clean("a \U0001fae8 b") == "a \U0001fae8 b"  # shaking face, Unicode 15; unassigned for Python 3.11


@pytest.mark.parametrize(
    ("first", "second"),
    [("It's cold!", "its cold"), ("I love you.", "i LOVE  you"), ("A man, a plan", "a man a plan"), ("Où ?", "où")],
)
def test_comparison_forgets_case_and_punctuation(first: str, second: str) -> None:
    assert comparable(first).replace(" ", "") == comparable(second).replace(" ", "")


def test_comparison_keeps_words_and_accents_apart() -> None:
    assert comparable("a cat") != comparable("a car")
    assert comparable("ou") != comparable("où")
