"""Sentences typed all in capitals: which these are, and how they are read."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from transformer.text.capitals import complete_headline, without_capitals


@pytest.mark.parametrize(
    ("text", "small"),
    [
        ("“WHEN I'M OLD, I MAY SING IT.”", "“When I'm old, I may sing it.”"),
        ("HELP", "Help"),
        ("WHY?", "Why?"),
        ("I am VERY happy.", "I am very happy."),
        ("I am EXHAUSTED and SO tired of THIS!", "I am exhausted and so tired of this!"),
        ("DON'T do it NOW", "Don't do it now"),
        ("WHO is it?", "Who is it?"),
        ("TELL US THE TRUTH", "Tell us the truth"),
        ("I LIVE IN THE USA", "I live in the USA"),
        ("THIS IS A DOG", "This is a dog"),
        ("MY NAME IS OMAR", "My name is Omar"),
        ("Police Find Missing Boy", "Police find missing boy"),
        ("Storm Destroys House in Paris", "Storm destroys house in Paris"),
        ("Man Finds Dog in New York", "Man finds dog in New York"),
    ],
)
def test_words_in_capitals_are_small_but_for_the_first_letter_the_i_and_names(text: str, small: str) -> None:
    assert without_capitals(text) == small


@pytest.mark.parametrize(
    "text",
    [
        *("USA", "NATO", "OK", "TV", "UNESCO", "TAREK", "A", "I", "Anna", "I have a TV and a DVD."),
        *("The US is big.", "US shares fell.", "I work in IT for the WHO.", "It is 10 PM.", "Vitamin C", "12345", ""),
        *("Happy New Year", "The New York Times", "Tom Miller Jackson", "Mr. John Brown", "Police find Missing Boy"),
    ],
)
def test_abbreviations_and_names_keep_their_capitals(text: str) -> None:
    assert without_capitals(text) == text


@pytest.mark.parametrize(
    ("small", "complete"),
    [
        ("Police find missing boy", "The police find missing boy."),
        ("Storm hits city!", "The storm hits city!"),
        *(
            (text, text)
            for text in ("Tom wins race", "Why dogs bark", "Scientists discover new planet", "He wins race")
        ),
    ],
)
def test_a_headline_gets_the_article_that_it_lacks(small: str, complete: str) -> None:
    assert complete_headline(small) == complete


def test_a_name_that_the_vocabulary_knows_keeps_its_first_capital() -> None:
    strangeness = {"Tom": 1, "tom": 2}
    assert without_capitals("I LOVE TOM", "en", lambda word: strangeness.get(word, 0)) == "I love Tom"
    assert without_capitals("I LOVE TOM", "en", lambda word: -strangeness.get(word, 0)) == "I love tom"


def test_in_another_language_only_a_whole_sentence_in_capitals_changes() -> None:
    assert without_capitals("I GIARDINI", "it") == "I giardini"
    assert without_capitals("VA-T'EN ! J'Y VAIS, I", "fr") == "Va-t'en ! j'y vais, i"
    assert without_capitals("Je suis TRÈS content.", "fr") == "Je suis TRÈS content."


@given(st.text(alphabet="abcIXYZéÉœŒüÜ ,.!?'-30", max_size=40), st.sampled_from(["en", "fr"]))
def test_only_the_size_of_letters_changes_and_doing_it_twice_changes_nothing_more(text: str, language: str) -> None:
    small = without_capitals(text, language)
    assert small.lower() == text.lower()
    assert without_capitals(small, language) == small
