"""Word by word: the gradients and their lines of Python, table 1 by hand, and charts of what was measured."""

from pathlib import Path

import numpy as np
import pytest
import torch

from transformer.analysis.measures.gradient_reach import Reach
from transformer.analysis.measures.predecessors import CurvePoint, Duration, Predecessor
from viewer.app import resources
from viewer.pictures.before import models
from viewer.pictures.before.one_after_another import complexity, curves, reading
from viewer.pictures.before.one_after_another.snippet import SNIPPET
from viewer.transport.payload import Payload, unpack

SENTENCE = "The dog eats bread."


@pytest.fixture
def payload(comparison_models: Path) -> Payload:
    return reading.payload(SENTENCE)


@pytest.mark.slow
@pytest.mark.parametrize(("place", "name"), list(enumerate(reading.COMPARED)))
def test_the_lines_of_python_give_the_gradients(payload, comparison_models, place, name) -> None:
    arrived = unpack(payload.pack())
    result = SNIPPET.run(str(comparison_models / name), SENTENCE, arrived.facts["text"])
    np.testing.assert_allclose(arrived.tensors["gradients"][place], result, rtol=1e-4, atol=1e-7)


def test_every_word_and_the_first_tokens_of_the_translation_have_their_gradient(payload: Payload) -> None:
    source, target = payload.facts["source"], payload.facts["target"]
    assert payload.tensors["gradients"].shape == (3, len(target), len(source))
    assert source[-1]["special"]
    written = resources.load_comparison_model("en-fr-same-time").tokenizer.encode_target(payload.facts["text"])[1:]
    assert len(target) == reading.MOST_LOSSES
    assert payload.facts["left"] == len(written) - reading.MOST_LOSSES > 0
    assert bool(torch.isfinite(payload.tensors["gradients"]).all())


def test_table_1_has_the_numbers_of_the_sentence() -> None:
    assert complexity.complexity_table(27, 8, 10).values.tolist() == [
        ["self-attention", f"n² · d = {27 * 27 * 8:,}", "1", "1"],
        ["recurrent", f"n · d² = {27 * 100:,}", "n = 27", "n = 27"],
        ["convolutional", f"k · n · d² = {3 * 27 * 64:,}", "1", "logₖ n = 3"],
        ["self-attention, restricted", f"r · n · d = {5 * 27 * 8:,}", "1", "n ÷ r = 6"],
    ]
    assert complexity.complexity_table(1, 8, 10)["longest path"].tolist() == ["1", "n = 1", "logₖ n = 1", "n ÷ r = 1"]


def test_what_was_measured_is_drawn() -> None:
    measured = {
        name: Predecessor(
            *(1, 1.0, 2000.0, 1, ()),
            (Reach(2, 0.4, 5), Reach(9, 0.1, 5)),
            (Duration(5, 1.0, 2.0), Duration(80, 16.0, 32.0)),
            (CurvePoint(100, 120.0, 3_000_000, 2.5),),
        )
        for name in (models.FIXED, models.SAME_TIME)
    }
    (fixed, transformer) = curves.durations(measured, "read").data
    assert (list(fixed.x), list(fixed.y), transformer.name) == ([5, 80], [1.0, 16.0], "Transformer")
    assert list(curves.losses(measured).data[0].x) == [2.0]
    assert list(curves.reach(measured).data[1].y) == [0.4, 0.1]
