"""Batches: nothing lost, nothing doubled, the same again for the same seed."""

import itertools
import random
from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import PAIRS

from transformer.corpora import Pair
from transformer.corpora.encoding import (
    Batch,
    EncodedPair,
    EncodedPairs,
    collate,
    encode_pairs,
    make_batches,
    make_hasty,
)
from transformer.errors import GlassformerError
from transformer.text.special_tokens import END, PAD, START
from transformer.training.batching import EpochSampler


def make_pair(number: int, length: int = 4) -> EncodedPair:
    source = [4 + number, *[5] * (length % 7), END]
    return EncodedPair(source, [3 + number, *source[1:]], [START, 4 + number, *[6] * (length - 2), END])


PART = [make_pair(number, 3 + number % 9) for number in range(40)]
Shown = tuple[tuple[int, ...], tuple[int, ...]]


def sampler_of(
    parts: list[tuple[list[EncodedPair], float]], tokens: int, hasty_share: float = 0.0, seed: int = 3, rounds: int = 1
) -> EpochSampler:
    arrays = [(EncodedPairs.of(pairs), weight) for pairs, weight in parts]
    return EpochSampler(arrays, tokens, hasty_share, seed, rounds=rounds)


def without_padding(batch: Batch) -> list[Shown]:
    """Source and target of each pair, without padding."""
    sides = ([tuple(token for token in row if token != PAD) for row in side.tolist()] for side in batch[:2])
    return list(zip(*sides, strict=True))


def of(pairs: list[EncodedPair]) -> list[Shown]:
    return [(tuple(pair.source), tuple(pair.target)) for pair in pairs]


def count_pairs(sampler: EpochSampler, epoch: int) -> Counter[int]:
    return Counter(target[1] for batch in sampler.epoch(epoch) for _, target in without_padding(batch))


def test_an_epoch_shows_every_pair_exactly_once() -> None:
    sampler = sampler_of([(PART, 1.0)], 60)
    for epoch in range(3):
        batches = list(sampler.epoch(epoch))
        assert sorted(pair for batch in batches for pair in without_padding(batch)) == sorted(of(PART))
        assert [batch.target_tokens for batch in batches] == [
            sum(len(target) - 1 for _, target in without_padding(batch)) for batch in batches
        ]


def test_weights_show_a_part_more_or_less_often() -> None:
    other = [make_pair(100 + number) for number in range(20)]
    sampler = sampler_of([(PART, 0.5), (other, 2.0)], 60)
    first, second = count_pairs(sampler, 0), count_pairs(sampler, 1)
    assert sum(first[4 + number] for number in range(40)) == 20
    assert max(first[4 + number] for number in range(40)) == 1
    assert {first[104 + number] for number in range(20)} == {2}
    assert {number for number in range(40) if first[4 + number]} != {
        number for number in range(40) if second[4 + number]
    }


def test_copies_of_a_short_pair_stand_in_one_batch_or_over_many_rounds() -> None:
    greeting = [make_pair(200, 2)]

    def batches_with_it(rounds: int) -> int:
        epoch = sampler_of([(PART * 5, 1.0), (greeting, 12.0)], 200, rounds=rounds).epoch(0)
        counts = [without_padding(batch).count(of(greeting)[0]) for batch in epoch]
        assert sum(counts) == 12
        return sum(count > 0 for count in counts)

    assert batches_with_it(1) == 1
    assert batches_with_it(8) >= 5


@given(st.lists(st.integers(2, 30), min_size=1, max_size=40), st.integers(10, 80))
def test_no_batch_holds_more_padded_tokens_than_allowed(lengths: list[int], batch_tokens: int) -> None:
    pairs = [make_pair(number, length) for number, length in enumerate(lengths)]
    batches = make_batches(pairs, batch_tokens)
    assert [pair for batch in batches for pair in batch] == pairs
    for batch in batches:
        padded = collate(batch)
        assert padded.source.numel() + padded.target.numel() <= 2 * batch_tokens or len(batch) == 1


def test_batches_of_real_lengths_hold_little_padding() -> None:
    chance = random.Random(1)
    lengths = [max(3, round(chance.gauss(14, 5))) for _ in range(4000)]
    pairs = [
        EncodedPair([5] * length, [5] * length, [6] * max(3, round(length * chance.gauss(1.05, 0.15))))
        for length in lengths
    ]
    batches = sampler_of([(pairs, 1.0)], 1500).epoch(0)
    padded = sum(batch.source.numel() + batch.target.numel() for batch in batches)
    assert padded < 1.15 * sum(len(pair.source) + len(pair.target) for pair in pairs)


def test_the_same_seed_makes_the_same_batches_and_another_epoch_others() -> None:
    def epochs(seed: int) -> list[list[list[Shown]]]:
        sampler = sampler_of([(PART, 1.0)], 60, 0.3, seed)
        return [[without_padding(batch) for batch in sampler.epoch(number)] for number in range(2)]

    assert epochs(1) == epochs(1)
    assert epochs(1) != epochs(2)
    assert epochs(1)[0] != epochs(1)[1]


def test_batches_can_begin_in_the_middle() -> None:
    sampler = sampler_of([(PART, 1.0)], 60, 0.3)

    def take(batches: Iterator[tuple[int, int, Batch]], count: int) -> list[tuple[int, int, list[Shown]]]:
        return [(epoch, index, without_padding(batch)) for epoch, index, batch in itertools.islice(batches, count)]

    whole = take(sampler.batches(0), 25)
    assert [(epoch, index) for epoch, index, _ in whole[:3]] == [(0, 0), (0, 1), (0, 2)]
    assert whole[-1][0] >= 1
    for begin in (1, 4, 20):
        epoch, index, _ = whole[begin]
        assert take(sampler.batches(epoch, index), 3) == whole[begin : begin + 3]
    after_the_last = len(sampler.epoch(0))
    assert next(sampler.batches(0, after_the_last))[:2] == (1, 0)


def test_some_sources_are_shown_as_hasty_visitors_type_them() -> None:
    pairs = [pair for batch in sampler_of([(PART * 10, 1.0)], 60, 0.25).epoch(0) for pair in without_padding(batch)]
    hasty_sources = {tuple(pair.target): tuple(pair.hasty_source) for pair in PART}
    loose = sum(source == hasty_sources[target] for source, target in pairs)
    assert 0.15 < loose / len(pairs) < 0.35
    assert {(source, target) for source, target in pairs if source != hasty_sources[target]} <= set(of(PART))


def test_rounds_without_a_pair_are_left_out() -> None:
    batches = sampler_of([(PART[:5], 1.0)], 60, rounds=12).epoch(0)
    assert sorted(pair for batch in batches for pair in without_padding(batch)) == sorted(of(PART[:5]))
    assert len(batches) == 5


@pytest.mark.parametrize("part", [([], 1.0), (PART, 0.001)])
def test_an_epoch_without_a_pair_is_an_error_and_no_endless_loop(part: tuple[list[EncodedPair], float]) -> None:
    with pytest.raises(GlassformerError):
        next(sampler_of([part], 60).batches(0))


@pytest.mark.parametrize(
    ("text", "typed"),
    [
        ("The cat sleeps.", "the cat sleeps"),
        ("I'm here now!", "im here now"),
        ("Isn't he here?", "isn't he here"),
        (".", "."),
        ("", ""),
    ],
)
def test_a_hasty_visitor_leaves_out_capitals_the_last_mark_and_some_apostrophes(text: str, typed: str) -> None:
    assert make_hasty(text) == typed


def test_encoding_leaves_out_what_is_too_long(tiny_tokenizer) -> None:
    pairs = [*PAIRS[:3], Pair("I " * 30, "Je"), Pair("I", "Je " * 30)]
    encoded_pairs = encode_pairs(pairs, tiny_tokenizer, max_length=24)
    assert len(encoded_pairs) == 3
    first = encoded_pairs[0]
    assert first.source == tiny_tokenizer.encode_source("I don't know.")
    assert first.hasty_source == tiny_tokenizer.encode_source("i dont know")
    assert first.target == tiny_tokenizer.encode_target("Je ne sais pas.")
