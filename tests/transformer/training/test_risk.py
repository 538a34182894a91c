"""Expected risk against its formula, one candidate at a time, and what a model learns from it."""

import math
from collections.abc import Sequence
from dataclasses import replace

import pytest
import sacrebleu
import torch
from test_loop import CONFIG
from tiny import PAIRS, tiny_config

from transformer.corpora.encoding import EncodedPair, collate, encode_pairs
from transformer.decoding.beam_search import beam_search
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END, PAD, START
from transformer.training.objective import Objective
from transformer.training.risk import CANDIDATES, SentenceBleu, expected_risk, find_candidates
from transformer.training.trainer import Trainer


@pytest.fixture
def batch(tiny_tokenizer) -> list[EncodedPair]:
    return encode_pairs(PAIRS[:4], tiny_tokenizer, 24)


@pytest.fixture
def model() -> Transformer:
    torch.manual_seed(5)
    return Transformer(tiny_config(vocabulary_size=160, norm="pre", dropout=0.3)).eval()


def evenness(hypothesis: Sequence[int], reference: Sequence[int]) -> float:
    """A reward whose best translations have even ids alone."""
    return sum(token % 2 == 0 for token in hypothesis) / len(hypothesis)


def test_expected_risk_is_what_the_candidates_lose_each_as_often_as_it_is_probable(model, batch) -> None:
    source = collate(batch).source
    candidates, rewards = find_candidates(model, collate(batch), evenness)
    candidates[1, 4:] = torch.tensor([START, *[PAD] * (candidates.size(-1) - 1)])  # as if two had not been found
    found = expected_risk(model, source, candidates, rewards)
    for sentence, pair in enumerate(batch):
        targets = [[token for token in row if token != PAD] for row in candidates[sentence].tolist()]
        targets = [target for target in targets if len(target) > 1]
        assert len(targets) == (4 if sentence == 1 else CANDIDATES)
        mean_length = sum(len(target) - 1 for target in targets) / len(targets)
        scores = []
        for target in targets:
            logits = model(torch.tensor([pair.source]), torch.tensor([target[:-1]]))[0]
            log_probability = sum(
                float(row[token].detach()) for row, token in zip(logits.log_softmax(-1), target[1:], strict=True)
            )
            scores.append(math.exp(mean_length * log_probability / (len(target) - 1)))
        losses = [score * (1 - evenness(target[1:], ())) for score, target in zip(scores, targets, strict=True)]
        assert float(found[sentence]) == pytest.approx(sum(losses) / sum(scores), rel=1e-4)


def test_candidates_are_the_beam_as_the_model_is_without_dropout(model, batch) -> None:
    searches = beam_search(model, [pair.source for pair in batch], CANDIDATES)
    model.train()
    candidates, rewards = find_candidates(model, collate(batch), evenness)
    assert model.training
    for rows, values, search in zip(candidates.tolist(), rewards.tolist(), searches, strict=True):
        found = [tuple(token for token in row[1:] if token != PAD) for row in rows if row[1] != PAD]
        assert found == [hypothesis.tokens for hypothesis in search.hypotheses]
        expected = [evenness(tokens, ()) for tokens in found] + [0.0] * (CANDIDATES - len(found))
        assert values == pytest.approx(expected)


def test_bleu_is_of_the_texts_and_one_for_the_reference_itself(tiny_tokenizer, batch) -> None:
    bleu = SentenceBleu(tiny_tokenizer)
    ids = tiny_tokenizer.encode(PAIRS[1].target)
    assert bleu(batch[0].target[1:], batch[0].target[1:]) == pytest.approx(1)
    expected = sacrebleu.sentence_bleu(PAIRS[1].target, [PAIRS[0].target], use_effective_order=True).score / 100
    assert bleu([*ids, END], batch[0].target[1:]) == pytest.approx(expected)


def test_in_the_loss_a_sentence_risks_as_often_as_its_reference_has_tokens(model, batch) -> None:
    source, target, tokens = collate(batch)
    judged = find_candidates(model, collate(batch), evenness)
    plain, risky = Objective(model, 0.1)(source, target), Objective(model, 0.1, risk=2.5)(source, target, judged)
    risks = expected_risk(model, source, *judged)
    lengths = torch.tensor([len(pair.target) - 1 for pair in batch])
    assert lengths.sum() == tokens
    torch.testing.assert_close(risky - plain, 2.5 * (lengths * risks).sum(), rtol=1e-4, atol=1e-4)


@pytest.mark.slow
def test_a_model_comes_to_say_what_is_rewarded(batch) -> None:
    torch.manual_seed(2)
    model = Transformer(tiny_config(vocabulary_size=160, norm="pre"))
    trainer = Trainer(model, replace(CONFIG, risk=100.0), evenness)
    before = find_candidates(model, collate(batch), evenness)[1][:, 0].mean()
    for _ in range(12):
        trainer.update(collate(batch), 3e-3)
    assert find_candidates(model, collate(batch), evenness)[1][:, 0].mean() > before + 0.2
