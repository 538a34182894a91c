"""The most probable cuts of a word, against trying every cut."""

import itertools
import math

import pytest
from tiny import PAIRS
from tiny_marian import best_cut, save_marian, scores_of

from transformer.analysis.measures.unigram import best_cuts
from transformer.text.paired import load_tokenizer

SCORES = scores_of([pair.source for pair in PAIRS])


def every_cut(word: str) -> list[tuple[float, list[str]]]:
    """All cuts into known pieces with their logarithms, the most probable first."""
    found = []
    for size in range(len(word)):
        for ends in itertools.combinations(range(1, len(word)), size):
            pieces = [word[begin:end] for begin, end in itertools.pairwise([0, *ends, len(word)])]
            if all(piece in SCORES for piece in pieces):
                found.append((sum(SCORES[piece] for piece in pieces), pieces))
    return sorted(found, key=lambda each: -each[0])


@pytest.mark.parametrize("word", ["▁dog", "▁window.", "▁raining", "▁station?", "▁a"])
def test_no_cut_is_more_probable(word: str) -> None:
    cuts, expected = best_cuts(word, SCORES, 5), every_cut(word)[:5]
    assert [sum(cut.logs) for cut in cuts] == pytest.approx([total for total, _ in expected])
    assert list(cuts[0].pieces) == expected[0][1] == best_cut(word[1:], SCORES)
    assert all("".join(cut.pieces) == word for cut in cuts)
    assert len({cut.pieces for cut in cuts}) == len(cuts)


def test_a_character_without_a_piece_leaves_no_cut() -> None:
    assert best_cuts("▁do€", SCORES) == ()


def test_each_side_of_a_vocabulary_knows_its_own_pieces(tmp_path) -> None:
    tokenizer = load_tokenizer(save_marian(tmp_path / "marian") / "tokenizer.json")
    for side, texts in (
        (tokenizer, [each.source for each in PAIRS]),
        (tokenizer.target, [each.target for each in PAIRS]),
    ):
        scores = scores_of(texts)
        assert set(side.logs) == set(scores)
        assert all(math.isclose(side.logs[piece], score, rel_tol=1e-6) for piece, score in scores.items())
