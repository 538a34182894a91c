"""One step, looked at: its numbers by hand and by the whole tables' own step, and the tables themselves untouched."""

import pytest
import torch

from transformer.errors import GlassformerError
from transformer.training.word_vectors.one_step import Prediction, draw_negatives, examples, one_step
from transformer.training.word_vectors.vectors import WordVectors
from transformer.training.word_vectors.word2vec import KINDS, Kind, Tables, cbow_step, skip_gram_step

WORDS = ("the", "cat", "dog", "runs", "sleeps", "moon")
RATE = 0.5


@pytest.fixture
def vectors() -> WordVectors:
    torch.manual_seed(3)
    return WordVectors(WORDS, torch.randn(6, 4), torch.randn(6, 4), torch.tensor([16, 1, 1, 1, 1, 0]))


def test_a_sentence_gives_every_word_with_its_window() -> None:
    assert examples(3, "skip-gram", 1) == [
        Prediction((0,), 1),
        Prediction((1,), 0),
        Prediction((1,), 2),
        Prediction((2,), 1),
    ]
    assert examples(3, "cbow", 2) == [Prediction((1, 2), 0), Prediction((0, 2), 1), Prediction((0, 1), 2)]
    assert examples(1, "cbow", 2) == examples(1, "skip-gram", 2) == examples(0, "cbow", 2) == []


@pytest.mark.parametrize("kind", KINDS)
def test_the_step_is_that_of_the_whole_tables(vectors: WordVectors, kind: Kind) -> None:
    inputs = ["cat", "runs"] if kind == "cbow" else ["cat"]
    step = one_step(vectors, kind, inputs, "dog", ["the", "moon", "the"], RATE)
    tables = Tables(vectors.vectors.clone(), vectors.output.clone())
    asked = torch.tensor([[2, 0, 5, 0]])
    if kind == "cbow":
        loss = cbow_step(tables, torch.tensor([[1, 3]]), torch.ones(1, 2, dtype=torch.bool), asked, RATE)
    else:
        loss = skip_gram_step(tables, torch.tensor([1]), asked, RATE)
    rows = [WORDS.index(word) for word in inputs]
    after = tables.output[asked[0]] @ tables.read[rows].mean(dim=0)
    assert step.loss == pytest.approx(float(loss))
    assert step.products_after == pytest.approx(after.tolist(), rel=1e-5)
    assert step.moved == pytest.approx((tables.read - vectors.vectors)[rows].norm(dim=-1).tolist(), rel=1e-4)
    assert step.moved_outputs[1] == step.moved_outputs[3]


def test_the_tables_stay_as_they_are(vectors: WordVectors) -> None:
    read, output = vectors.vectors.clone(), vectors.output.clone()
    first = one_step(vectors, "skip-gram", ["cat"], "runs", ["the"], RATE)
    assert first.loss_after < first.loss
    assert torch.equal(vectors.vectors, read)
    assert torch.equal(vectors.output, output)
    assert one_step(vectors, "skip-gram", ["cat"], "runs", ["the"], RATE) == first
    with pytest.raises(GlassformerError, match="no vector for 'sun'"):
        one_step(vectors, "skip-gram", ["sun"], "runs", [], RATE)


def test_negatives_are_drawn_by_their_counts_to_the_power_of_three_quarters(vectors: WordVectors) -> None:
    drawn = [word for row in draw_negatives(vectors, 600, 5, seed=1) for word in row]
    assert drawn.count("the") / len(drawn) == pytest.approx(8 / 12, abs=0.03)  # 16^¾ is 8
    assert "moon" not in drawn
    assert draw_negatives(vectors, 0, 5, 1) == []
    assert draw_negatives(vectors, 2, 3, 1) == draw_negatives(vectors, 2, 3, 1)
