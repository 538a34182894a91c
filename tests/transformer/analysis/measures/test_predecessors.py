"""What was measured on the models before the Transformer: joined sentences, times, the curve, and the file."""

from pathlib import Path

import pytest

from transformer import Translator
from transformer.analysis.evaluation.joined import join_consecutive_pairs, score_by_length
from transformer.analysis.measures.predecessors import CurvePoint, measure_durations, read_curve
from transformer.corpora import Pair
from transformer.errors import GlassformerError

PAIRS = [Pair("A dog runs.", "Un chien court."), Pair("The sun shines.", "Le soleil brille.")] * 3


def test_sentences_are_joined_until_they_are_long_enough() -> None:
    first = join_consecutive_pairs(PAIRS, 5, 10)[0]
    assert first == Pair("A dog runs and the sun shines.", "Un chien court et le soleil brille.")
    assert join_consecutive_pairs(PAIRS, 0, 4) == PAIRS[:4]
    assert len(join_consecutive_pairs(PAIRS, 5, 10)) == 3
    assert join_consecutive_pairs(PAIRS, 100, 10) == []


def test_each_length_is_scored_by_itself(translator: Translator) -> None:
    rows = score_by_length(translator, PAIRS, (0, 5), 3)
    assert [(row.words, row.mean_words, row.inputs) for row in rows] == [(0, 3.0, 3), (5, 7.0, 3)]
    assert all(0 <= row.bleu <= 100 and row.written >= 0 for row in rows)


def test_a_sentence_of_any_length_is_timed(translator: Translator) -> None:
    rows = measure_durations(translator, (3, 9))
    assert [row.tokens for row in rows] == [3, 9]
    assert all(row.read > 0 for row in rows)


def test_a_training_is_read_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "step,loss,learning_rate,gradient_norm,target_tokens,seconds,dev_loss,dev_bleu\n"
        "10,5.0,1e-3,0.5,900,9.1,,\n10,,,,900,9.5,4.25,3.10\n"
    )
    assert read_curve(log, 0.5) == [CurvePoint(10, 5.0, 900, 4.25)]
    with pytest.raises(GlassformerError, match="cannot be read"):
        read_curve(tmp_path / "none.csv", 0.5)
