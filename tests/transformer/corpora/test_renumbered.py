"""Pairs with invented numbers in them."""

import re

from transformer.corpora import Pair
from transformer.corpora.renumbered import COPIES, invent_numbers

PLAIN = [
    Pair("He was born in 1987.", "Il est né en 1987."),
    Pair("It costs 19.99 euros.", "Ça coûte 19,99 euros."),
    Pair("We have 1 dog and 3 cats.", "Nous avons 1 chien et 3 chats."),
    Pair("He has 1 dog.", "Il a 1 chien."),
    Pair("It is 2:30.", "Il est deux heures et demie."),
    Pair("She lives on 42nd Street.", "Elle habite la 42e rue."),
]


def test_numbers_of_both_sides_give_their_places_to_the_same_invented_ones() -> None:
    found = invent_numbers(PLAIN)
    assert len(found) == 3 * COPIES  # only a 1, a number on one side, an ordinal: these teach nothing
    for source, target in found:
        assert re.findall(r"\d+", source) == re.findall(r"\d+", target)
    assert len({pair.source for pair in found[:COPIES]}) > COPIES // 2
    assert all(re.fullmatch(r"It costs \d\d\.\d\d euros\.", pair.source) for pair in found[COPIES : 2 * COPIES])
    assert all(" 1 dog " in pair.source for pair in found[2 * COPIES :])
    assert invent_numbers(PLAIN) == found
    assert invent_numbers(PLAIN, seed=2) != found
