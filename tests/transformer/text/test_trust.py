"""How far to trust: good, careful and poor sources."""

import pytest
from tiny import PAIRS

from transformer.text.special_tokens import END, UNKNOWN
from transformer.text.trust import RARE, Level, trust

COMMON, SELDOM = 1000, RARE - 1


def judge(words: list[list[tuple[str, int]]], longest_usual: int = 20, unknown: int = 0):
    """Words given as lists of (piece, how often training showed it)."""
    tokens, counts, ids = [], [0, 0, 0, 0], []
    for word in words:
        for piece, count in word:
            ids.append(len(counts))
            tokens.append(piece)
            counts.append(count)
    ids += [UNKNOWN] * unknown + [END]
    tokens += ["<unk>"] * unknown + ["</s>"]
    return trust(ids, tokens, counts, longest_usual)


def plain(count: int) -> list[list[tuple[str, int]]]:
    return [[(f"▁word{'x' * number}", COMMON)] for number in range(count)]


def test_common_words_are_good() -> None:
    verdict = judge(plain(5))
    assert verdict.level is Level.GOOD
    assert (verdict.words, verdict.rare_words, verdict.cut_words, verdict.unknown) == (5, (), (), 0)


def test_one_rare_word_among_many_asks_for_care() -> None:
    verdict = judge([*plain(5), [("▁zyx", SELDOM)]])
    assert verdict.level is Level.CAREFUL
    assert verdict.rare_words == ("zyx",)
    assert judge([*plain(5), [("▁zyx", RARE)]]).level is Level.GOOD


def test_a_word_in_three_pieces_asks_for_care_and_in_two_not() -> None:
    pieces = [("▁ab", COMMON), ("cd", COMMON), ("ef", COMMON)]
    verdict = judge([*plain(5), pieces])
    assert verdict.level is Level.CAREFUL
    assert verdict.cut_words == ("abcdef",)
    assert judge([*plain(5), pieces[:2]]).level is Level.GOOD


def test_punctuation_is_no_piece_of_a_word() -> None:
    assert judge([*plain(2), [("▁ab", COMMON), ("'", COMMON), ("!", COMMON), ("…", SELDOM)]]).cut_words == ()
    assert judge([*plain(2), [("▁!", SELDOM)]]).level is Level.GOOD


def test_many_strange_words_are_poor() -> None:
    assert judge([*plain(2), [("▁zyx", SELDOM)]]).level is Level.CAREFUL  # one in three
    assert judge([*plain(1), [("▁zyx", SELDOM)]]).level is Level.POOR
    assert judge(plain(1), unknown=2).level is Level.POOR


def test_a_word_both_rare_and_cut_counts_once() -> None:
    word = [("▁ab", SELDOM), ("cd", COMMON), ("ef", COMMON)]
    verdict = judge([*plain(2), word])
    assert verdict.rare_words == verdict.cut_words == ("abcdef",)
    assert verdict.level is Level.CAREFUL


def test_a_long_sentence_asks_for_care_and_with_a_strange_word_is_poor() -> None:
    assert judge(plain(20), longest_usual=21).level is Level.GOOD
    assert judge(plain(20), longest_usual=20).level is Level.CAREFUL
    assert judge([*plain(20), [("▁zyx", SELDOM)]], longest_usual=20).level is Level.POOR


@pytest.mark.parametrize("text", ["", "🙂", "שלום", "a " * 30, *[pair.source for pair in PAIRS[:3]]])
def test_any_text_can_be_judged(tiny_tokenizer, text: str) -> None:
    ids = tiny_tokenizer.encode_source(text)
    verdict = trust(ids, tiny_tokenizer.tokens(ids), [COMMON] * tiny_tokenizer.size, 1000)
    assert verdict.unknown == ids.count(UNKNOWN)
    assert (verdict.level is Level.GOOD) is (verdict.unknown == 0 and not verdict.cut_words)
