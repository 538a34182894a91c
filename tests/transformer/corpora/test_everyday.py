"""The everyday corpus: what its files hold, and that what is held out is not taught."""

import pytest

from transformer.corpora.everyday import (
    NATURAL_FOLDERS,
    AlignedPair,
    aligned_examples,
    grammar_pairs,
    natural_pairs,
)
from transformer.text.cleaning import comparable
from transformer.text.words import words


@pytest.fixture(scope="module")
def corpus() -> list[AlignedPair]:
    return [pair for split in ("train", "dev", "test") for pair in grammar_pairs(split)]


@pytest.mark.slow
def test_the_grammar_has_so_many_pairs_and_no_english_sentence_twice(corpus: list[AlignedPair]) -> None:
    assert [len(grammar_pairs(split)) for split in ("train", "dev", "test")] == [51_750, 1_000, 1_000]
    assert len({pair.source for pair in corpus}) == len(corpus)


@pytest.mark.slow
def test_the_words_of_a_pair_are_linked_as_the_grammar_derived_them() -> None:
    first = grammar_pairs("train")[0]
    assert (first.source, first.target) == (
        "The exercise that they are correcting is not easy.",
        "L'exercice qu'ils corrigent n'est pas facile.",
    )
    source, target = words(first.source), words(first.target)
    linked = [(source[i], target[j]) for i, j in first.alignment]
    assert linked == [
        ("The", "L'"), ("exercise", "exercice"), ("that", "qu'"), ("they", "ils"), ("are", "corrigent"),
        ("correcting", "corrigent"), ("is", "est"), ("not", "n'"), ("not", "pas"), ("easy", "facile"), (".", "."),
    ]  # fmt: skip


@pytest.mark.slow
def test_splits_share_no_sentence_in_either_language() -> None:
    train, dev, test = (
        {comparable(text) for pair in grammar_pairs(split) for text in (pair.source, pair.target)}
        for split in ("train", "dev", "test")
    )
    assert train.isdisjoint(dev | test)
    assert dev.isdisjoint(test)


def test_the_examples_that_ship_are_held_out_pairs_with_their_alignment() -> None:
    held_out = {pair.source: pair for pair in grammar_pairs("dev")}
    assert len(aligned_examples()) >= 12
    for example in aligned_examples():
        pair = held_out[example.source]
        assert (example.target, sorted(example.alignment)) == (pair.target, sorted(pair.alignment))


@pytest.mark.slow
@pytest.mark.parametrize("language", sorted(NATURAL_FOLDERS))
def test_natural_pairs_are_sentences(language: str) -> None:
    pairs = natural_pairs(language)
    assert len(pairs) > 5_000
    for pair in pairs:
        assert pair.source[-1] in ".!?…", pair
        assert pair.target[-1] in ".!?…", pair
