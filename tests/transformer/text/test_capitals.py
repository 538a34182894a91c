"""Sentences typed all in capitals: which these are, and how they are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.text.capitals import in_capitals, without_capitals


@pytest.mark.parametrize("text", ["HELLO HOW ARE YOU", "I AM AT NO 30!", "OÙ ES-TU ?", "WO IST DIE STRAẞE?"])
def test_a_sentence_all_in_capitals_is_found(text: str) -> None:
    assert in_capitals(text)


@pytest.mark.parametrize("text", ["Hello", "HELLO how are you", "USA", "NATO", "OK!", "12345", "你好你好你好", ""])
def test_what_has_a_small_letter_or_few_or_no_letters_is_left(text: str) -> None:
    assert not in_capitals(text)


def test_the_first_letter_and_the_english_i_stay_capitals() -> None:
    assert without_capitals("“WHEN I'M OLD, I MAY SING IT.”") == "“When I'm old, I may sing it.”"
    assert without_capitals("I GIARDINI", "it") == "I giardini"
    assert without_capitals("VA-T'EN ! J'Y VAIS, I", "fr") == "Va-t'en ! j'y vais, i"


@given(st.text(alphabet="abcIXYZéÉœŒüÜ ,.!?'-30", max_size=40))
def test_only_the_size_of_letters_changes_and_doing_it_twice_changes_nothing_more(text: str) -> None:
    small = without_capitals(text)
    assert small.lower() == text.lower()
    assert without_capitals(small) == small
