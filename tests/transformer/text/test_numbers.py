"""Whether the numbers of a text are those of its translation."""

import pytest

from transformer.text.numbers import numbers_differ


@pytest.mark.parametrize(
    ("source", "generated", "language"),
    [
        ("Pi is 3.14.", "Pi est 3,14.", "fr"),
        ("It costs $19.99.", "Es kostet 19,99 Dollar.", "de"),
        ("10,000 people", "10 000 personnes", "fr"),
        ("10,000 people", "10.000 Leute", "de"),
        ("10,000 people", "10000 Leute", "de"),
        ("It is 7:30.", "Il est 7 h 30.", "fr"),
        ("I have 2 cats and 1 dog.", "J'ai deux chats et une chienne.", "fr"),
        ("It is -5 degrees.", "Es sind minus fünf Grad.", "de"),
        ("It is -5 degrees.", "Il fait -5.", "fr"),
        ("I have two cats.", "J'ai 2 chats.", "fr"),
        ("at half past seven, at noon", "à 7 h 30, à 12 h", "fr"),
        ("5-6 people", "5 à 6 personnes", "fr"),
        ("I have cats.", "J'ai des chats.", "fr"),
    ],
)
def test_another_way_of_writing_a_number_is_no_difference(source: str, generated: str, language: str) -> None:
    assert not numbers_differ(source, generated, language)


@pytest.mark.parametrize(
    ("source", "generated", "language"),
    [
        ("3.14", "314.", "de"),
        ("107", "1707.", "fr"),
        ("1 2 3 4 5 6 7 8 9 10", "2 255 67 900.", "fr"),
        ("1 2 3", "12 3", "fr"),
        ("It costs $19.99.", "Ça coûte 190 dollars.", "fr"),
        ("It is -5 degrees.", "C'est cinq degrés.", "fr"),
        ("I have cats.", "J'ai 2 chats.", "fr"),
        ("I have 2 cats.", "J'ai des chats.", "fr"),
        ("20,000 copies", "2000 copies", "fr"),
        ("3.141", "3141.", "de"),
    ],
)
def test_a_number_lost_changed_or_made_up_is_a_difference(source: str, generated: str, language: str) -> None:
    assert numbers_differ(source, generated, language)
