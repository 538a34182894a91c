"""Scores that sacreBLEU gives, and the loss on held-out pairs."""

import numpy as np
import pytest
import torch
import torch.nn.functional as F
from tiny import PAIRS, tiny_model

from transformer.analysis.evaluation.held_out_loss import mean_loss
from transformer.analysis.evaluation.scores import (
    bleu_from_counts,
    bleu_interval,
    edit_distance,
    right_characters,
    score_translations,
    sentence_counts,
)
from transformer.corpora.encoding import EncodedPair
from transformer.text.special_tokens import END, START


def test_a_perfect_translation_scores_one_hundred_and_a_foreign_one_nothing() -> None:
    references = ["Le chat boit de l'eau fraîche.", "Nous sommes contents ce matin."]
    perfect = score_translations(references, references)
    assert (perfect.bleu, perfect.chrf, perfect.sentences) == (100.0, 100.0, 2)
    assert score_translations(["xyz", "xyz"], references).bleu == 0.0


def test_scores_carry_signatures_and_see_case() -> None:
    score = score_translations(["le chat boit de l'eau fraîche."], ["Le chat boit de l'eau fraîche."])
    assert score.bleu < 100
    assert "tok:13a|" in score.bleu_signature
    assert "case:mixed|" in score.bleu_signature
    assert "case:mixed|" in score.chrf_signature
    assert "version:" in score.chrf_signature


@pytest.mark.parametrize(
    ("reference", "translation", "tokenizer"),
    [
        ("他每天早上都喝一杯热茶。", "他每天早上都喝一杯热水。", "zh"),
        ("私は毎朝お茶を飲みます。", "私は毎朝お水を飲みます。", "char"),  # ja-mecab is a package of its own
        ("ฉันดื่มชาทุกเช้า", "ฉันดื่มน้ำทุกเช้า", "char"),
        ("Der Herr 王 trinkt am Morgen Tee.", "Der Herr 王 trinkt am Morgen Wasser.", "13a"),
    ],
)
def test_a_script_without_spaces_is_cut_as_sacrebleu_advises(reference: str, translation: str, tokenizer: str) -> None:
    score = score_translations([translation], [reference])
    assert f"tok:{tokenizer}|" in score.bleu_signature
    assert 30 < score.bleu < 100
    counts = sentence_counts([translation], [reference])
    assert bleu_from_counts(counts.sum(axis=0)) == pytest.approx(score.bleu, abs=0.01)


def test_the_interval_of_bleu_holds_it_and_narrows_with_more_sentences() -> None:
    references = [pair.target for pair in PAIRS]
    found = [text if number % 2 else text.lower() for number, text in enumerate(references)]
    counts = sentence_counts(found, references)
    low, high = bleu_interval(counts)
    assert 0 < low < score_translations(found, references).bleu < high < 100
    many = bleu_interval(np.tile(counts, (9, 1)))
    assert many[1] - many[0] == pytest.approx((high - low) / 3, rel=0.25)
    assert bleu_interval(sentence_counts(references, references)) == (100.0, 100.0)


def test_a_single_word_is_right_or_wrong_to_the_letter() -> None:
    references = ["2021-03-03", "1999-12-31", "kitten"]
    found = ["2021-03-03", "1999-12-30", "sitting"]
    assert score_translations(found, references).exact == pytest.approx(100 / 3, abs=0.01)
    assert right_characters(found, references) == pytest.approx(100 * (1 - 4 / 26), abs=0.01)
    assert edit_distance("kitten", "sitting") == 3
    assert edit_distance("", "abc") == edit_distance("abc", "") == 3


@pytest.mark.parametrize("batch_tokens", [8, 4_000])
def test_the_mean_loss_is_the_cross_entropy_of_each_token(batch_tokens: int) -> None:
    model = tiny_model()
    pairs = [
        EncodedPair([5, 6, END], [5, 6, END], [START, 7, 8, END]),
        EncodedPair([9, END], [9, END], [START, 4, END]),
        EncodedPair([9, 8, 7, END], [9, END], [START, 4, 4, 4, 4, END]),
    ]
    losses = []
    for pair in pairs:
        with torch.no_grad():
            logits = model(torch.tensor([pair.source]), torch.tensor([pair.target[:-1]]))[0]
        losses += F.cross_entropy(logits, torch.tensor(pair.target[1:]), reduction="none").tolist()
    assert len(losses) == 3 + 2 + 5
    assert mean_loss(model, pairs, batch_tokens) == pytest.approx(sum(losses) / 10, rel=1e-5)
