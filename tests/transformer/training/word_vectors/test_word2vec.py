"""word2vec: windows by brute force, gradients against autograd, and what is learned from a language of our own."""

import math
from pathlib import Path

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer.errors import ConfigError, CorpusError, GlassformerError, ModelFolderError, TrainingError
from transformer.training.word_vectors import word2vec
from transformer.training.word_vectors.sentences import keep_probability, number_words, windows, words_of
from transformer.training.word_vectors.vectors import WordVectors, load_vectors, save_vectors
from transformer.training.word_vectors.word2vec import (
    KINDS,
    Tables,
    Word2VecConfig,
    cbow_step,
    gradients,
    skip_gram_step,
    train,
)

# Who sleeps and who shines: two kinds of nouns that never stand in each other's place.
TEXTS = [
    f"the {noun} {verb} {where}"
    for nouns, verbs, places in (
        ("cat dog horse cow", "sleeps eats runs", "indoors outdoors"),
        ("sun moon star lamp", "shines glows fades", "above brightly"),
    )
    for noun in nouns.split()
    for verb in verbs.split()
    for where in places.split()
] * 5


@given(st.lists(st.lists(st.integers(1, 4), max_size=7), max_size=5))
def test_windows_are_those_that_one_finds_by_looking_at_every_pair(reaches: list[list[int]]) -> None:
    sentence = np.repeat(np.arange(len(reaches)), [len(each) for each in reaches])
    reach = np.array([each for of_sentence in reaches for each in of_sentence], dtype=np.int64)
    found = sorted(zip(*(side.tolist() for side in windows(sentence, reach)), strict=True))
    length = range(len(sentence))
    assert found == [
        (i, j) for i in length for j in length if i != j and sentence[i] == sentence[j] and abs(i - j) <= reach[i]
    ]


def test_words_are_counted_in_small_letters_and_rare_ones_left_out() -> None:
    text = number_words(["The dog sees the cat.", "THE dog!", "A bird"], rarest=2)
    assert text.vocabulary == ("the", "dog")
    assert text.counts.tolist() == [3, 2]
    assert text.ids.tolist() == [0, 1, 0, 0, 1]
    assert text.sentence.tolist() == [0, 0, 0, 1, 1]
    assert words_of("Don't go, please!") == ["do", "n't", "go", "please"]


def test_frequent_words_are_thinned_out_and_rare_ones_kept() -> None:
    counts = np.array([9_000, 999, 1])
    shares = keep_probability(counts, 1e-3)
    assert shares[0] == pytest.approx(math.sqrt(1e-3 / 0.9) + 1e-3 / 0.9)
    assert shares[0] < shares[1] < shares[2] == 1
    assert keep_probability(counts, 0).tolist() == [1, 1, 1]


def test_the_gradients_are_those_of_autograd() -> None:
    torch.manual_seed(1)
    hidden = torch.randn(3, 4, dtype=torch.float64, requires_grad=True)
    asked = torch.randn(3, 6, 4, dtype=torch.float64, requires_grad=True)
    logits = (asked * hidden.unsqueeze(1)).sum(-1)
    loss = -torch.nn.functional.logsigmoid(logits[:, 0]) - torch.nn.functional.logsigmoid(-logits[:, 1:]).sum(1)
    loss.sum().backward()
    update = gradients(hidden.detach(), asked.detach())
    torch.testing.assert_close(update.loss, loss.detach())
    torch.testing.assert_close(update.of_hidden, hidden.grad)
    torch.testing.assert_close(update.of_output, asked.grad)


def test_one_step_of_either_is_one_step_down_the_loss() -> None:
    torch.manual_seed(2)
    for kind in ("skip-gram", "cbow"):
        tables = Tables(torch.randn(7, 4), torch.randn(7, 4))
        before = tables.read.clone()
        asked = torch.tensor([[3, 1, 5]])
        if kind == "skip-gram":
            losses = [float(skip_gram_step(tables, torch.tensor([2]), asked, 0.05)) for _ in range(2)]
            moved = {2}
        else:
            company, real = torch.tensor([[2, 4, 0]]), torch.tensor([[True, True, False]])
            losses = [float(cbow_step(tables, company, real, asked, 0.05)) for _ in range(2)]
            moved = {2, 4}
        assert losses[1] < losses[0]
        assert {row for row in range(7) if not torch.equal(tables.read[row], before[row])} == moved


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["cbow", "skip-gram"])
def test_words_of_like_company_get_like_vectors(kind: str) -> None:
    told: list[float] = []
    text = number_words(TEXTS, 5)
    config = Word2VecConfig(kind, size=12, window=3, threshold=0, epochs=30, rate=0.1, batch=16)  # type: ignore[arg-type]
    vectors = WordVectors(text.vocabulary, train(text, config, lambda _, loss: told.append(loss)).read)
    assert {each.word for each in vectors.neighbours("cat", 3)} == {"dog", "horse", "cow"}
    assert {each.word for each in vectors.neighbours("moon", 3)} == {"sun", "star", "lamp"}
    assert told[-1] < told[0]


@pytest.mark.parametrize("kind", KINDS)
def test_the_rate_falls_with_every_batch_and_negatives_follow_the_counts(kind, monkeypatch) -> None:
    steps: list[tuple[float, torch.Tensor]] = []
    monkeypatch.setattr(word2vec, "skip_gram_step", lambda tables, *batch: kept(*batch[-2:]))
    monkeypatch.setattr(word2vec, "cbow_step", lambda tables, *batch: kept(*batch[-2:]))

    def kept(asked: torch.Tensor, rate: float) -> torch.Tensor:
        steps.append((rate, asked))
        return torch.zeros(len(asked))

    text = number_words([f"the {word}" for word in "abcdefghijklmnop"] * 5, 1)  # "the" stands 16 times as often
    train(text, Word2VecConfig(kind, window=1, negatives=20, rarest=1, threshold=0, epochs=4, rate=0.2, batch=20))
    assert [rate for rate, _ in steps] == pytest.approx([0.2 * (1 - at / len(steps)) for at in range(len(steps))])
    assert len(steps) == 4 * 2 * 80 / 20
    drawn = torch.cat([asked[:, 1:].flatten() for _, asked in steps])
    share = (drawn == text.vocabulary.index("the")).double().mean().item()
    assert share == pytest.approx(8 / (8 + 16), abs=0.02)  # 16^¾ is 8


def test_an_analogy_is_a_way_through_the_space() -> None:
    square = {"man": (1, 0), "woman": (1, 1), "king": (3, 0.1), "queen": (3, 1.1), "stone": (-2, -1)}
    vectors = WordVectors(tuple(square), torch.tensor([list(map(float, each)) for each in square.values()]))
    assert vectors.analogy("man", "woman", "King", 1)[0].word == "queen"
    with pytest.raises(GlassformerError, match="no vector for 'prince'"):
        vectors.analogy("man", "woman", "prince")


def test_vectors_survive_their_file_and_a_foreign_one_is_refused(tmp_path: Path) -> None:
    vectors = WordVectors(["été", "a"], torch.tensor([[1.0, 2.0], [0.5, -1.0]]), torch.eye(2), torch.tensor([7, 3]))
    save_vectors(tmp_path / "v.safetensors", vectors)
    again = load_vectors(tmp_path / "v.safetensors")
    assert again.words == vectors.words
    for table in ("vectors", "output", "counts"):
        assert torch.equal(getattr(again, table), getattr(vectors, table))
    (tmp_path / "v.safetensors").write_bytes(b"no vectors")
    for path in (tmp_path / "v.safetensors", tmp_path / "none.safetensors"):
        with pytest.raises(ModelFolderError, match="word vectors"):
            load_vectors(path)


def test_texts_and_options_that_cannot_be_learned_from_are_refused() -> None:
    with pytest.raises(CorpusError, match="Hardly any word"):
        train(number_words(["one two three"], 2), Word2VecConfig())
    with pytest.raises(CorpusError, match="No sentence"):
        train(number_words(["one", "two"] * 3, 2), Word2VecConfig(threshold=0))
    with pytest.raises(TrainingError, match="lower the rate"):
        train(number_words(TEXTS, 5), Word2VecConfig(threshold=0, rate=50.0))
    for change in ({"kind": "glove"}, {"size": 0}, {"rate": 0.0}, {"threshold": 1.0}):
        with pytest.raises(ConfigError, match=next(iter(change))):
            Word2VecConfig(**change)  # type: ignore[arg-type]
