"""How far to trust: good, careful and poor sources."""

import pytest

import transformer
from transformer.text.special_tokens import END, UNKNOWN
from transformer.text.tokenizer import SubwordTokenizer
from transformer.text.trust import RARE, Level, judge_source

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
    return judge_source(ids, tokens, counts, longest_usual)


def plain(count: int) -> list[list[tuple[str, int]]]:
    return [[(f"▁word{'x' * number}", COMMON)] for number in range(count)]


RARE_WORD, JUST_KNOWN = [("▁zyx", SELDOM)], [("▁zyx", RARE)]
IN_THREE, IN_TWO = [("▁ab", COMMON), ("cd", COMMON), ("ef", COMMON)], [("▁ab", COMMON), ("cd", COMMON)]
RARE_IN_THREE, WITH_SIGNS = [("▁ab", SELDOM), *IN_THREE[1:]], [("▁ab", COMMON), ("'", COMMON), ("!", COMMON)]


@pytest.mark.parametrize(
    ("words", "level", "rare", "cut"),
    [
        (plain(5), Level.GOOD, (), ()),
        ([*plain(5), RARE_WORD], Level.CAREFUL, ("zyx",), ()),
        ([*plain(5), JUST_KNOWN], Level.GOOD, (), ()),
        ([*plain(5), IN_THREE], Level.CAREFUL, (), ("abcdef",)),
        ([*plain(5), IN_TWO], Level.GOOD, (), ()),
        ([*plain(2), WITH_SIGNS], Level.GOOD, (), ()),  # punctuation is no piece of a word
        ([*plain(2), [("▁!", SELDOM)]], Level.GOOD, (), ()),
        ([*plain(2), RARE_WORD], Level.CAREFUL, ("zyx",), ()),  # one in three
        ([*plain(1), RARE_WORD], Level.POOR, ("zyx",), ()),
        ([*plain(2), RARE_IN_THREE], Level.CAREFUL, ("abcdef",), ("abcdef",)),  # counts once
    ],
)
def test_rare_and_cut_words_are_counted(words, level, rare, cut) -> None:
    verdict = judge(words)
    assert (verdict.level, verdict.rare_words, verdict.cut_words) == (level, rare, cut)
    assert (verdict.words, verdict.unknown) == (len(words), 0)


def test_unknown_pieces_and_a_long_sentence_ask_for_care_too() -> None:
    assert judge(plain(1), unknown=2).level is Level.POOR
    assert judge(plain(20), longest_usual=21).level is Level.GOOD
    assert judge(plain(20), longest_usual=20).level is Level.CAREFUL
    assert judge([*plain(20), RARE_WORD], longest_usual=20).level is Level.POOR


def test_a_vocabulary_of_letters_cuts_every_word(app_folder, monkeypatch) -> None:
    translator = transformer.load(app_folder)
    assert translator.trust(translator.read("tedogca")).cut_words
    assert SubwordTokenizer.train(["lo los"], 1).by_letters
    monkeypatch.setattr(SubwordTokenizer, "by_letters", True)
    assert not translator.trust(translator.read("tedogca")).cut_words
