"""The first attention: both models on one translation, and the energies with what they are made of."""

from pathlib import Path

import numpy as np
import pytest

from pages import PAGES
from viewer.app import resources
from viewer.app.page import Visit
from viewer.pictures.before import models
from viewer.pictures.before.looking_back import matrices
from viewer.pictures.before.looking_back.snippet import SNIPPET

SENTENCE = "The dog eats bread."


def test_the_lines_of_python_and_the_energies_give_the_weights(comparison_models: Path) -> None:
    sent = matrices.payload(SENTENCE)
    energies, weights = (np.asarray(sent.tensors[name]) for name in ("energies", "here"))
    result = SNIPPET.run(str(comparison_models / models.BAHDANAU), SENTENCE, sent.facts["text"])
    np.testing.assert_allclose(weights, result, rtol=1e-5, atol=1e-6)
    softmax = np.exp(energies) / np.exp(energies).sum(axis=-1, keepdims=True)
    np.testing.assert_allclose(weights, softmax, rtol=1e-4, atol=1e-6)


def test_error_rates_are_told_of_the_best_layer_where_they_were_measured(
    comparison_models: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    visit = Visit(PAGES[0], PAGES, "en-fr")
    assert matrices.tell_error_rates(visit).startswith("No alignment")
    card = resources.load_any_model(models.SAME_TIME).card
    monkeypatch.setitem(card, "alignment", {"error_rates": [0.4, 0.25], "best_layer": 1})
    assert matrices.tell_error_rates(visit).endswith(": Transformer, layer 2 of 2: 0.250.")
