"""What was measured on the models before the Transformer: joined sentences, times, the curve, and the file."""

import json
from pathlib import Path

import pytest

import transformer
from transformer.analysis.evaluation.joined import joined, score_by_length
from transformer.analysis.measures import predecessors as predecessors
from transformer.analysis.measures.gradient_reach import Reach
from transformer.analysis.measures.predecessors import (
    CurvePoint,
    Predecessor,
    load_predecessors,
    measure_durations,
    read_curve,
    save_predecessors,
)
from transformer.corpora import Pair
from transformer.decoding.strategies import Greedy
from transformer.errors import GlassformerError

PAIRS = [Pair("A dog runs.", "Un chien court."), Pair("The sun shines.", "Le soleil brille.")] * 3


def test_sentences_are_joined_until_they_are_long_enough() -> None:
    first = joined(PAIRS, 5, 10)[0]
    assert first == Pair("A dog runs and the sun shines.", "Un chien court et le soleil brille.")
    assert joined(PAIRS, 0, 4) == PAIRS[:4]
    assert len(joined(PAIRS, 5, 10)) == 3
    assert joined(PAIRS, 100, 10) == []


def test_each_length_is_scored_by_itself(tiny_folder: Path) -> None:
    rows = score_by_length(transformer.load(tiny_folder), PAIRS, (0, 5), 3, Greedy())
    assert [(row.words, row.mean_words, row.inputs) for row in rows] == [(0, 3.0, 3), (5, 7.0, 3)]
    assert all(0 <= row.bleu <= 100 and row.written >= 0 for row in rows)


def test_a_sentence_of_any_length_is_timed(tiny_folder: Path) -> None:
    rows = measure_durations(transformer.load(tiny_folder), (3, 9))
    assert [row.tokens for row in rows] == [3, 9]
    assert all(row.read > 0 for row in rows)


def test_a_training_is_read_from_its_log(tmp_path: Path) -> None:
    log = tmp_path / "log.csv"
    log.write_text(
        "step,loss,learning_rate,gradient_norm,target_tokens,seconds,dev_loss,dev_bleu\n"
        "10,5.0,1e-3,0.5,900,9.1,,\n10,,,,900,9.5,4.25,3.10\n"
    )
    assert read_curve(log, 0.5) == [CurvePoint(10, 5.0, 900, 4.25, 3.1)]
    with pytest.raises(GlassformerError, match="cannot be read"):
        read_curve(tmp_path / "none.csv", 0.5)


def test_what_was_measured_is_read_again_as_long_as_the_weights_are_those(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    measured = Predecessor(
        "tiny", 10, 0.5, 100.0, 4, ({"corpus": "c", "bleu": 3.0},), None, (), (Reach(2, 0.5, 7),), (), ()
    )
    monkeypatch.setattr(predecessors, "find_model", lambda _: tiny_folder)
    save_predecessors([measured], tmp_path)
    assert load_predecessors(tmp_path) == {"tiny": measured}
    file = tmp_path / "measured.json"
    file.write_text(json.dumps(json.loads(file.read_text())).replace('"weights_sha256": "', '"weights_sha256": "0'))
    assert load_predecessors(tmp_path) == {}
    file.write_text("{}")
    assert load_predecessors(tmp_path) == {}
    assert load_predecessors(tmp_path / "nowhere") == {}
