"""The first attention: both models on one translation, and the energies with what they are made of."""

from pathlib import Path

import numpy as np
import pytest

from viewer.app import resources
from viewer.pictures.before import models
from viewer.pictures.before.looking_back import matrices
from viewer.pictures.before.looking_back.snippet import SNIPPET
from viewer.transport.payload import Payload, unpack

SENTENCE = "The dog eats bread."


@pytest.fixture
def payload(comparison_models: Path) -> Payload:
    return unpack(matrices.payload(models.SAME_TIME, models.BAHDANAU, SENTENCE).pack())


def test_the_lines_of_python_give_the_weights(payload: Payload, comparison_models: Path) -> None:
    result = SNIPPET.run(str(comparison_models / models.BAHDANAU), SENTENCE, payload.facts["text"])
    np.testing.assert_allclose(payload.tensors["here"], result, rtol=1e-5, atol=1e-6)


def test_the_energies_are_sums_over_the_hidden_layer_and_give_the_weights(payload: Payload) -> None:
    states, words, v = (np.asarray(payload.tensors[name]) for name in ("states", "words", "v"))
    energies = np.asarray(payload.tensors["energies"])
    np.testing.assert_allclose(np.tanh(states[:, None] + words) @ v, energies, rtol=1e-4, atol=1e-5)
    weights = np.exp(energies) / np.exp(energies).sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(payload.tensors["here"], weights, rtol=1e-4, atol=1e-6)


def test_error_rates_are_told_of_the_best_layer_where_they_were_measured(comparison_models: Path) -> None:
    found = {name: resources.load_comparison_model(name) for name in (models.BAHDANAU, models.SAME_TIME)}
    assert matrices.error_rates(found) == ""
    found[models.SAME_TIME].card["alignment"] = {"error_rates": [0.4, 0.25], "best_layer": 1}
    assert matrices.error_rates(found) == "Transformer, layer 2 of 2: 0.250"
