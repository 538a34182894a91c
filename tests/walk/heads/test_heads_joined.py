"""Shares of the heads, and what rounds of the graph reach."""

import numpy as np
import pytest
from derivations import in_browser

from transformer.model.attentions import ATTENTION_KINDS, place
from viewer.walk.frame.passage import Passage
from viewer.walk.heads import joined
from viewer.walk.heads.stage import stage
from viewer.widgets.payload import unpacked


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_what_is_sent_adds_up_to_the_models_output(walked: Passage, kind) -> None:
    sent = unpacked(joined.payload(walked).packed())
    seen = in_browser("heads", stage(walked), walked)
    shares, bias = (seen[f"{kind}.{name}"].astype(np.float32) for name in ("shares", "joiningBias"))
    layers, heads, length, width = shares.shape
    assert (layers, heads, width) == (2, 4, 16)
    for layer in range(layers):
        output = walked.trace[f"{place(kind, layer)}.output"].numpy()
        np.testing.assert_allclose(shares[layer].sum(0) + bias[layer], output, atol=1e-4)
        lengths = np.linalg.norm(shares[layer], axis=-1)
        np.testing.assert_allclose(sent.tensors[f"joined.{kind}.lengths"][layer][:heads], lengths, rtol=1e-4)
        exact = joined.payload(walked).tensors[f"joined.{kind}.parts"][layer]
        pieces = [*shares[layer], np.broadcast_to(bias[layer], output.shape)]
        parts = [(piece * output).sum(-1) / (output**2).sum(-1) for piece in pieces]
        np.testing.assert_allclose(exact, parts, atol=1e-4)
        np.testing.assert_allclose(exact.sum(0), 1, atol=1e-5)
        assert sent.tensors[f"joined.{kind}.lengths"][layer, -1] == pytest.approx(np.linalg.norm(bias[layer]), rel=1e-4)
        assert 0 <= sent.facts["difference"][kind][layer] < 1e-5
    assert sent.tensors[f"joined.{kind}.parts"].shape == (layers, heads + 1, length)


def test_what_rounds_reach(walked: Passage) -> None:
    sent = joined.payload(walked).tensors
    length = len(walked.trace.source_tokens)
    mean = [walked.trace[f"encoder.{layer}.self_attention.weights"].mean(0).numpy() for layer in range(2)]
    first, second = (0.5 * each + 0.5 * np.eye(length) for each in mean)
    np.testing.assert_allclose(sent["reached.encoder"][0], first, atol=1e-6)
    np.testing.assert_allclose(sent["reached.encoder"][1], second @ first, atol=1e-6)
    cross = walked.trace["decoder.1.cross_attention.weights"].mean(0).numpy()
    np.testing.assert_allclose(sent["reached.cross"][1], cross, atol=1e-6)
