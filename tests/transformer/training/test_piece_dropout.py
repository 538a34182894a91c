"""Piece dropout: the same text, spelled in other pieces."""

import random

from hypothesis import given
from hypothesis import strategies as st
from tiny import PAIRS

from transformer.corpora.encoding import encode_pairs
from transformer.text.special_tokens import END, START
from transformer.training.batching import EpochSampler
from transformer.training.piece_dropout import PieceDropout, token_halves

SENTENCES = [text for pair in PAIRS for text in pair]


def test_the_halves_of_every_token_spell_it(tiny_tokenizer) -> None:
    halves = token_halves(tiny_tokenizer)
    assert halves
    for token, (left, right) in halves.items():
        assert tiny_tokenizer.token(left) + tiny_tokenizer.token(right) == tiny_tokenizer.token(token)
    # What is no half of anything is a character or a special token.
    whole = set(range(4, tiny_tokenizer.size)) - set(halves)
    assert {len(tiny_tokenizer.token(token)) for token in whole} == {1}


@given(st.sampled_from(SENTENCES), st.floats(0, 1), st.integers(0, 10**6))
def test_a_new_spelling_is_the_same_text(tiny_tokenizer, text: str, share: float, seed: int) -> None:
    spell = PieceDropout(token_halves(tiny_tokenizer), share, max_length=200)
    spelled = spell(tiny_tokenizer.encode_target(text), random.Random(seed))
    assert (spelled[0], spelled[-1]) == (START, END)
    assert tiny_tokenizer.decode(spelled) == tiny_tokenizer.decode(tiny_tokenizer.encode(text))


def test_a_share_of_nothing_changes_nothing_and_of_all_leaves_characters(tiny_tokenizer) -> None:
    halves, tokens = token_halves(tiny_tokenizer), tiny_tokenizer.encode(SENTENCES[0])
    assert PieceDropout(halves, 0.0, 200)(tokens, random.Random(1)) == tokens
    characters = PieceDropout(halves, 1.0, 200)(tokens, random.Random(1))
    assert {len(token) for token in tiny_tokenizer.tokens(characters)} == {1}


def test_what_would_become_too_long_stays_as_it_is(tiny_tokenizer) -> None:
    tokens = tiny_tokenizer.encode(SENTENCES[0])
    assert PieceDropout(token_halves(tiny_tokenizer), 1.0, len(tokens))(tokens, random.Random(1)) == tokens


def test_every_epoch_spells_anew_and_the_same_seed_the_same(tiny_tokenizer) -> None:
    pairs = encode_pairs(PAIRS, tiny_tokenizer, 64)
    sampler = EpochSampler([(pairs, 1.0)], 400, 0.0, 1, PieceDropout(token_halves(tiny_tokenizer), 0.3, 64))
    first, second = (sorted(pair for batch in sampler.epoch(number) for pair in batch) for number in (0, 1))
    assert first != second
    assert sorted(pair for batch in sampler.epoch(0) for pair in batch) == first
    assert first != sorted(pairs)
