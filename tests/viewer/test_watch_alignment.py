"""What the alignment page says of the best that one link a word can do."""

from typing import Any

import pytest

import transformer
from transformer import Translator
from transformer.corpora.everyday import AlignedPair, aligned_examples
from transformer.decoding.alignment import error_rate, least_error_rate, lexical_links
from transformer.measures.head_roles_file import load_head_roles
from viewer.watch import alignment


@pytest.fixture(scope="module")
def translator() -> Translator:
    translator = transformer.load("en-fr")
    sent(translator, "I know.")  # what the first sentence costs, all tests share
    return translator


def sent(translator: Translator, sentence: str) -> dict[str, Any]:
    return alignment.parcel("en-fr", translator, alignment.aligned("en-fr", sentence)).facts


def test_the_floor_of_a_known_sentence_is_sent_with_its_links(translator: Translator) -> None:
    example = next(each for each in aligned_examples() if least_error_rate([each]) > 0)
    true = lexical_links(example)[1]
    linked = len({target for _, target in true})
    assert sent(translator, example.source)["leastError"] == pytest.approx(error_rate(linked, len(true), linked))


def test_the_floor_of_the_heads_is_the_measured_one(translator: Translator) -> None:
    facts, roles = sent(translator, "It is cold."), load_head_roles("en-fr")
    assert roles is not None
    assert facts["leastError"] is None
    assert facts["leastHeadError"] == roles.least_error_rate
    assert 0.1 < facts["leastHeadError"] < min(rate for *_, rate in facts["headErrors"])


def test_the_example_of_a_word_for_two_is_one() -> None:
    shipped = alignment.word_for_two(aligned_examples())
    assert shipped == ("lui", "to him")
    pair = AlignedPair("It's raining.", "Il pleut.", ((0, 0), (1, 1), (2, 1), (3, 2)))
    assert alignment.word_for_two([pair]) == ("pleut", "'s raining")
    assert alignment.word_for_two([AlignedPair("Yes.", "Oui.", ((0, 0), (1, 1)))]) is None
