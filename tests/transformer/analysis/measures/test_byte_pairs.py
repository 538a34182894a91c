"""Byte-pair encoding merge by merge, against the tokenizers library."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tiny import PAIRS

from transformer.analysis.measures.byte_pairs import Merge, cut_words, merge_steps, merged_pieces
from transformer.text.cleaning import clean
from transformer.text.tokenizer import SubwordTokenizer

TEXTS = [text for pair in PAIRS for text in pair]


def test_the_earliest_merge_goes_first_and_the_leftmost_of_equals() -> None:
    ranks = {("a", "b"): 2, ("b", "c"): 0, ("a", "bc"): 1, ("d", "d"): 3}
    assert merge_steps("abcddd", ranks) == (Merge("b", "c", 1, 0), Merge("a", "bc", 0, 1), Merge("d", "d", 1, 3))
    assert merged_pieces("abcddd", merge_steps("abcddd", ranks)) == ["abc", "dd", "d"]
    assert merge_steps("xyz", ranks) == ()
    assert merge_steps("", ranks) == ()


@pytest.mark.slow
@given(st.one_of(st.sampled_from(TEXTS), st.text(max_size=30), st.text("abdegilnorstu'é ▁17?.", max_size=30)))
def test_the_pieces_are_those_of_the_tokenizer(tiny_tokenizer: SubwordTokenizer, text: str) -> None:
    tokens = tiny_tokenizer.tokens(tiny_tokenizer.encode(text))
    words = cut_words(tiny_tokenizer, clean(text), tokens)
    assert all(word.merges is not None for word in words)
    assert [word.first for word in words] == [sum(each.count for each in words[:at]) for at in range(len(words))]
    assert sum(word.count for word in words) == len(tokens)
    for word in words:
        pieces = merged_pieces(word.word, word.merges or ())
        assert "".join(pieces) == word.word
        written = tokens[word.first : word.first + word.count]
        assert [piece for piece, token in zip(pieces, written, strict=True) if token not in (piece, "<unk>")] == []


def test_tokens_that_the_text_does_not_give_are_grouped_without_merges(tiny_tokenizer: SubwordTokenizer) -> None:
    words = cut_words(tiny_tokenizer, "The cat.", ["▁T", "h", "e", "▁c", "at", "."])
    assert [(word.word, word.first, word.count, word.merges) for word in words] == [
        ("▁The", 0, 3, None),
        ("▁cat.", 3, 3, None),
    ]
