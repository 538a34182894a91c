"""Word vectors: unknown words, the steps with their lines of Python, and one word in context."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from transformer import GlassformerError
from transformer.training.word_vectors.word2vec import KINDS, Kind
from viewer.pictures.before.word_vectors import senses, shipped, steps
from viewer.pictures.before.word_vectors.snippet import SNIPPET

SENTENCE = "The small dog sees a zebra."


def test_a_word_without_a_vector_is_told_with_near_spellings(tiny_vectors: Path) -> None:
    vectors = shipped.open_vectors("cbow")
    shipped.check_words(vectors, "Dog", "queen")
    with pytest.raises(GlassformerError, match=r"“qeen” .* queen"):
        shipped.check_words(vectors, "dog", "qeen")
    with pytest.raises(GlassformerError, match="No word here"):
        shipped.check_words(vectors, "你好")


def test_close_is_not_the_same_meaning() -> None:
    """As the page says of the last word that it offers."""
    assert shipped.open_vectors("skip-gram").neighbours(shipped.OFFERED[-1], 1)[0].word == "cold"


@pytest.mark.parametrize("kind", KINDS)
def test_the_lines_of_python_give_the_step(tiny_vectors: Path, kind: Kind) -> None:
    payload = steps.payload(kind, SENTENCE)
    facts = payload.facts
    assert (facts["words"], facts["leftOut"]) == (["the", "small", "dog", "sees", "a"], ["zebra"])
    step = facts["steps"][-1]
    lines = replace(SNIPPET, code=facts["snippet"]["code"])
    predicts = " ".join(facts["words"][at] for at in step["predicts"])
    result = lines.run(str(shipped.path_of(kind)), predicts, " ".join(step["asked"]))
    np.testing.assert_allclose(result[1], step["after"], rtol=1e-4, atol=1e-5)
    errors = 1 / (1 + np.exp(-np.array(step["products"]))) - np.eye(6)[0]
    np.testing.assert_allclose(result[0], errors, rtol=1e-4, atol=1e-5)


def test_sentences_that_teach_nothing_and_long_ones(tiny_vectors: Path) -> None:
    assert steps.payload("cbow", "") is None
    assert steps.payload("skip-gram", "dog zebra") is None
    long = steps.payload("cbow", "the dog sees a cat " * 24)
    assert long.facts["cut"]
    assert len(long.facts["words"]) == steps.MOST_WORDS


def test_a_word_begins_alike_in_both_sentences(tiny_folder: Path) -> None:
    found = senses.in_context(str(tiny_folder), "bank", senses.FIRST, senses.SECOND)
    assert isinstance(found, senses.InContext)
    assert found.alike[0] == pytest.approx(1)
    assert found.alike[-1] < 1
    assert ("apart" in found.title()) == (found.alike[-1] < 0.9)
    assert isinstance(senses.in_context(str(tiny_folder), "bank", senses.FIRST, ""), str)  # why not
