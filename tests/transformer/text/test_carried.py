"""What is carried around the model: taken out of a text, put back into its translation."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from transformer.text.carried import NAMES, Carrier
from transformer.text.cleaning import clean, normalize_characters

LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZé"
CARRIER = Carrier([*LETTERS, *"0123456789.,!?;:'\"()-$%&/", "▁the"])


def read(text: str) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
    """What the model reads, what is carried and what is left out."""
    rest, carried = CARRIER.take_out(normalize_characters(clean(text)))
    return carried.insert_names(rest), carried.units, carried.left_out


@pytest.mark.parametrize(
    ("text", "rest", "units"),
    [
        # within the sentence: a name in its place
        ("I love 🍕 and 🍦.", "I love Taro and Ken.", ("🍕", "🍦")),
        ("I eat 🍕, 🍦 🍩 and 🍮.", "I eat Taro and Ken.", ("🍕, 🍦 🍩", "🍮")),
        ("👩‍🚀 is here.", "Taro is here.", ("👩‍🚀",)),
        ("happy😆today", "happy Taro today", ("😆",)),
        ("Taro likes 🍕.", "Taro likes Ken.", ("🍕",)),
        ("It costs £5.", "It costs Taro.", ("£5",)),
        ("It costs £1,000.50 or 5 € now.", "It costs Taro or Ken now.", ("£1,000.50", "5 €")),
        ("It is 20 °C and 3 m² big.", "It is Taro and Ken big.", ("20 °C", "3 m²")),
        ("It is ~5 km away.", "It is Taro away.", ("~5 km",)),
        ("Add ½ cup, or 1½.", "Add Taro cup, or Ken.", ("1/2", "1 1/2")),
        ("Write to a.b@c-d.org, please.", "Write to Taro, please.", ("a.b@c-d.org",)),
        ("See https://a.org/b?c=d#e.", "See Taro.", ("https://a.org/b?c=d#e",)),
        ("See (www.a.fr/b) or a.com now.", "See (Taro) or Ken now.", ("www.a.fr/b", "a.com")),
        ("Thanks @anna for #this!", "Thanks Taro for Ken!", ("@anna", "#this")),
        ("I live in Łódź.", "I live in Taro.", ("Łódź",)),
        ("He said привет мир to me.", "He said Taro to me.", ("привет мир",)),
        ("I write C++ in C:\\dir for {name}.", "I write Taro in Ken for Rico.", ("C++", "C:\\dir", "{name}")),
        ("Call +33 6 12 34 now.", "Call Taro now.", ("+33 6 12 34",)),
        # before and behind the sentence
        ("Good morning. 😆", "Good morning.", ("😆",)),
        ("I love 🍕. 😆", "I love Taro.", ("🍕", "😆")),
        ("I am happy 😊!", "I am happy!", ("😊",)),
        ("I am happy :-)", "I am happy", (":-)",)),
        ("I want a 🍕", "I want a Taro", ("🍕",)),
        ("👋 Hello!", "Hello!", ("👋",)),
        ("@anna, come here.", "Taro, come here.", ("@anna",)),
        ("1. Wash the dishes.", "Wash the dishes.", ("1.",)),
        ("- Hello!", "Hello!", ("-",)),
        ("• 🍕 is good.", "Taro is good.", ("• 🍕",)),
        # nothing else
        ("😆", "Taro", ("😆",)),
        ("£5.", "Taro", ("£5.",)),
        ('print("hello")', "Taro", ('print("hello")',)),
        ("if (a == b) {", "Taro", ("if (a == b) {",)),
    ],
)
def test_units_are_carried_as_they_were_typed(text: str, rest: str, units: tuple[str, ...]) -> None:
    assert read(text) == (rest, units, ())


@pytest.mark.parametrize(
    ("text", "rest", "left_out"),
    [
        ("I *really* like it.", "I really like it.", ("*", "*")),
        ("_Hello_ [sic]", "Hello sic", ("_", "_", "[", "]")),
        ("H̷i", "Hi", ("\u0337",)),
    ],
)
def test_signs_that_have_no_place_in_a_translation_are_named(text: str, rest: str, left_out: tuple[str, ...]) -> None:
    assert read(text) == (rest, (), left_out)


@pytest.mark.parametrize(
    "text",
    [
        *("I love you.", "Is it 7:30 or 5 a.m.?", "It costs $19.99, 100% more.", "Tom & Mary's dog (the old one)!"),
        *("Bring tea and/or coffee.", "-5 degrees", "It is 3.14 - 2.", 'He said: "yes"; café', "e.g. this", ""),
    ],
)
def test_of_ordinary_text_nothing_is_carried(text: str) -> None:
    assert read(text) == (text, (), ())


def test_an_accent_that_the_vocabulary_lacks_does_not_hide_an_english_word() -> None:
    assert read("It is naïve.") == ("It is naive.", (), ())


@pytest.mark.parametrize(
    ("text", "generated", "translation"),
    [
        ("I love 🍕 and 🍦.", "J'aime Ken et Taro.", "J'aime 🍦 et 🍕."),
        ("It is 🍕's dog.", "Das ist Taros Hund.", "Das ist 🍕s Hund."),
        ("It is £5 a person.", "Der Preis ist Taroperson.", "Der Preis ist £5 person."),
        ("I like C:\\dir.", "J'aime Taro.", "J'aime C:\\dir."),
        ("I want £5 now!", "Je veux maintenant !", "Je veux maintenant £5 !"),
        ("👋 Good morning. 😆", "Bonjour.", "👋 Bonjour. 😆"),
        ("1. Wash it.", "Lave-le.", "1. Lave-le."),
        ("😆", "Attention !", "😆"),
    ],
)
def test_units_come_back_where_their_names_are_and_else_at_the_end(text: str, generated: str, translation: str) -> None:
    _, carried = CARRIER.take_out(text)
    assert carried.put_back(generated) == translation


def test_more_units_than_names_go_to_the_end() -> None:
    text = " or ".join(["I eat 🍕", *(f"£{number}" for number in range(2, 11)), "it"])
    rest, carried = CARRIER.take_out(text)
    named = carried.insert_names(rest)
    assert all(name in named for name in NAMES)
    assert carried.after == " £9 £10"


@settings(max_examples=150)
@given(st.text(alphabet="aB 1.,!?-/:@#=<{[(*_~£🍕é中ж²\u200d😆\u0301'\"", max_size=30) | st.text(max_size=30))
def test_the_model_reads_nothing_that_it_cannot_spell_and_every_unit_comes_back(text: str) -> None:
    typed = normalize_characters(clean(text))
    rest, carried = CARRIER.take_out(typed)
    named = carried.insert_names(rest)
    assert set(named) <= {*LETTERS, *"0123456789.,!?;:'\"()-$%&/ "}
    assert all(unit in carried.put_back(named) for unit in carried.units)
    assert carried.left_out or len(carried.units) > len(NAMES) or all(unit in typed for unit in carried.units)
