"""Piece dropout: the same text, spelled in other pieces."""

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from test_batching import without_padding
from tiny import PAIRS

from transformer.corpora.encoding import EncodedPairs, Rows, encode_pairs
from transformer.text.special_tokens import END, START
from transformer.training.batching import EpochSampler
from transformer.training.piece_dropout import PieceDropout, token_halves

SENTENCES = [text for pair in PAIRS for text in pair]


def spell_texts(tokenizer, share: float, max_length: int, texts: list[list[int]], seed: int = 1) -> list[list[int]]:
    spell = PieceDropout(token_halves(tokenizer), share, max_length)
    rows = spell(Rows.of(texts), np.random.default_rng(seed))
    assert rows.lengths.sum() == len(rows.ids)
    return [own.tolist() for own in np.split(rows.ids, np.cumsum(rows.lengths)[:-1])]


def test_the_halves_of_every_token_spell_it(tiny_tokenizer) -> None:
    halves = token_halves(tiny_tokenizer)
    split = {token: pieces for token, pieces in enumerate(halves.tolist()) if pieces != [-1, -1]}
    assert split
    for token, (left, right) in split.items():
        assert tiny_tokenizer.token(left) + tiny_tokenizer.token(right) == tiny_tokenizer.token(token)
    # What is no half of anything is a character or a special token.
    whole = set(range(4, tiny_tokenizer.size)) - set(split)
    assert {len(tiny_tokenizer.token(token)) for token in whole} == {1}


@given(st.lists(st.sampled_from(SENTENCES), min_size=1, max_size=5), st.floats(0, 1), st.integers(0, 10**6))
def test_a_new_spelling_is_the_same_text(tiny_tokenizer, texts: list[str], share: float, seed: int) -> None:
    found = spell_texts(tiny_tokenizer, share, 200, [tiny_tokenizer.encode_target(text) for text in texts], seed)
    assert {(tokens[0], tokens[-1]) for tokens in found} == {(START, END)}
    assert [tiny_tokenizer.decode(tokens) for tokens in found] == [
        tiny_tokenizer.decode(tiny_tokenizer.encode(text)) for text in texts
    ]


def test_a_share_of_nothing_changes_nothing_and_of_all_leaves_characters(tiny_tokenizer) -> None:
    texts = [tiny_tokenizer.encode(text) for text in SENTENCES]
    assert spell_texts(tiny_tokenizer, 0.0, 200, texts) == texts
    characters = spell_texts(tiny_tokenizer, 1.0, 200, texts)
    assert {len(token) for tokens in characters for token in tiny_tokenizer.tokens(tokens)} == {1}


def test_tokens_are_split_as_often_as_the_share_says(tiny_tokenizer) -> None:
    whole = [token for token, (left, _) in enumerate(token_halves(tiny_tokenizer).tolist()) if left >= 0]
    found = spell_texts(tiny_tokenizer, 0.2, 200, [[token] for token in whole * 200])
    split = sum(len(tokens) > 1 for tokens in found) / len(found)
    assert 0.18 < split < 0.22


def test_what_would_become_too_long_stays_as_it_is(tiny_tokenizer) -> None:
    texts = [tiny_tokenizer.encode(text) for text in (SENTENCES[0], SENTENCES[0][:1])]
    long, short = spell_texts(tiny_tokenizer, 1.0, 200, texts)
    assert len(long) > len(texts[0]) > len(short)
    assert spell_texts(tiny_tokenizer, 1.0, len(texts[0]), texts) == [texts[0], short]
    assert spell_texts(tiny_tokenizer, 1.0, len(long), texts) == [long, short]


def test_every_epoch_spells_anew_and_the_same_seed_the_same(tiny_tokenizer) -> None:
    pairs = EncodedPairs.of(encode_pairs(PAIRS, tiny_tokenizer, 64))
    sampler = EpochSampler([(pairs, 1.0)], 400, 0.0, 1, PieceDropout(token_halves(tiny_tokenizer), 0.3, 64))
    first, second = (
        sorted(pair for batch in sampler.epoch(number) for pair in without_padding(batch)) for number in (0, 1)
    )
    assert first != second
    assert sorted(pair for batch in sampler.epoch(0) for pair in without_padding(batch)) == first
