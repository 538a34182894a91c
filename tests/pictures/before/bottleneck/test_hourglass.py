"""The bottleneck: what is sent of a sentence, and that its lines of Python give the same."""

from pathlib import Path

import numpy as np
import pytest
import torch

from transformer.errors import GlassformerError
from viewer.app import resources
from viewer.pictures.before import models
from viewer.pictures.before.bottleneck import hourglass
from viewer.pictures.before.bottleneck.snippet import SNIPPET
from viewer.transport.payload import unpack
from viewer.widgets.word_diff import words_apart

SENTENCE = "The dog eats bread."


@pytest.mark.parametrize("name", [models.FIXED, models.BACKWARDS])
def test_the_lines_of_python_give_what_is_left_of_each_word(comparison_models: Path, name: str) -> None:
    payload = hourglass.payload(name, SENTENCE)
    arrived = unpack(payload.pack())
    result = SNIPPET.run(str(comparison_models / name), SENTENCE)
    np.testing.assert_allclose(arrived.tensors["left"][-1], result, rtol=1e-5, atol=1e-7)


@pytest.mark.parametrize("name", [models.FIXED, models.BACKWARDS])
def test_the_last_state_that_is_read_is_the_one_handed_over(comparison_models: Path, name: str) -> None:
    translator = models.recurrent(name, looks_back=False)
    payload = hourglass.payload(name, SENTENCE)
    source = torch.tensor([translator.read(SENTENCE).ids])
    handed = translator.model.encode(source).states[0, 0]
    np.testing.assert_allclose(payload.tensors["state"][payload.facts["order"][-1]], handed, rtol=1e-5, atol=1e-6)


def test_three_translations_stand_beside_one_another(comparison_models: Path) -> None:
    payload = hourglass.payload(models.FIXED, SENTENCE)
    told = payload.facts["steps"]
    assert [each["title"] for each in told] == ["Fixed vector", "Bahdanau’s attention", "Transformer"]
    for name, each in zip((models.FIXED, models.BAHDANAU, models.SAME_TIME), told, strict=True):
        translation = resources.load_comparison_model(name).translate(SENTENCE, beam=1, alpha=0.0)
        assert translation.text == "".join(piece["text"] for piece in each["translations"][0])
        assert each["costs"].endswith(f" {len(translation.tokens)} tokens")
    assert all(piece["same"] for piece in told[-1]["translations"][0])


def test_words_that_a_translation_leaves_out_are_named() -> None:
    told = words_apart("Des robes rouges sont assises ici.", "Des robes sont vertes.")
    assert [each.get("other") for each in told if "other" in each] == ["rouges", "assises ici"]
    assert "".join(each["text"] for each in told) == "Des robes sont vertes."


def test_a_model_of_another_kind_is_refused(comparison_models: Path) -> None:
    with pytest.raises(GlassformerError, match="wrong kind"):
        models.recurrent(models.BAHDANAU, looks_back=False)
    with pytest.raises(GlassformerError, match="wrong kind"):
        models.recurrent(models.SAME_TIME, looks_back=True)
    with pytest.raises(GlassformerError, match="en-fr-lstm, which is missing"):
        resources.load_comparison_model("en-fr-lstm")
