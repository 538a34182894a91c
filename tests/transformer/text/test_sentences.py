"""Texts cut into sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.text.cleaning import one_line
from transformer.text.line_breaks import join_lines
from transformer.text.sentences import split_sentences


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("I'm happy. You are sad. They went home.", ["I'm happy.", "You are sad.", "They went home."]),
        ("Mr. Smith left at 5 p.m. yesterday. He was tired.", ["Mr. Smith left at 5 p.m. yesterday.", "He was tired."]),
        ("Dr. Brown lives in the U.S. with her son.", ["Dr. Brown lives in the U.S. with her son."]),
        ("It is 3.5 km away. Let's go!", ["It is 3.5 km away.", "Let's go!"]),
        ('He said: "I know." Then he left.', ['He said: "I know."', "Then he left."]),
        ("Wait... what? Really?!", ["Wait... what?", "Really?!"]),
        ("no capital. second one", ["no capital.", "second one"]),
        ("We like dogs, cats, etc. They are nice.", ["We like dogs, cats, etc.", "They are nice."]),
        ("One\nTwo\r\n\nThree.", ["One", "Two", "Three."]),
        ("What is his name? J. K. Brown.", ["What is his name?", "J. K. Brown."]),
        ("The black dog\nsleeps in the\ngarden. It is\nold.", ["The black dog sleeps in the garden.", "It is old."]),
        ("The transla-\ntion is good.", ["The translation is good."]),
        ("", []),
        (" \n\t ", []),
        ("...", ["..."]),
        ("1. Wash the dishes. 2) Buy milk.", ["1. Wash the dishes.", "2) Buy milk."]),
        ("1. Wash the dishes.\n10. Buy milk.", ["1. Wash the dishes.", "10. Buy milk."]),
        ("He is 10. She is 9.", ["He is 10.", "She is 9."]),
        ("Good morning! 😆", ["Good morning! 😆"]),
        ("Really?! ... Yes.", ["Really?! ...", "Yes."]),
    ],
)
def test_a_text_is_cut_where_a_reader_would_cut_it(text: str, expected: list[str]) -> None:
    assert split_sentences(text) == expected


def test_german_has_abbreviations_of_its_own() -> None:
    assert split_sentences("Das ist z.B. gut. Er geht.", "de") == ["Das ist z.B. gut.", "Er geht."]


@given(st.text(max_size=80))
def test_no_letter_is_lost(text: str) -> None:
    whole = "".join(one_line(line) for line in join_lines(text).splitlines())
    assert "".join("".join(split_sentences(text)).split()) == "".join(whole.split())
