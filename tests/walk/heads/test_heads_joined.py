"""Shares of the heads, and what rounds of the graph reach, as the browser computes them."""

import numpy as np
import pytest
from derivations import in_browser

from transformer.analysis.measures.head_shares import attention_shares
from transformer.model.attentions import ATTENTION_KINDS, place
from viewer.walk.frame.passage import Passage
from viewer.walk.heads.snippets import reached
from viewer.walk.heads.stage import stage


@pytest.mark.slow
@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_shares_lengths_and_parts_are_the_models(walked: Passage, kind) -> None:
    sent = stage(walked)
    seen = in_browser("heads", sent, walked)
    layers, heads, length, width = seen[f"{kind}.shares"].shape
    assert (layers, heads, width) == (2, 4, 16)
    for layer in range(layers):
        exact = attention_shares(walked.translator.model, walked.trace, place(kind, layer))
        output = walked.trace[f"{place(kind, layer)}.output"].numpy()
        bias = seen[f"{kind}.joiningBias"][layer].astype(np.float32)
        np.testing.assert_allclose(seen[f"{kind}.shares"][layer].sum(0) + bias, output, atol=1e-4)
        np.testing.assert_allclose(seen[f"joined.{kind}.lengths"][layer], exact.lengths, rtol=1e-4)
        parts = seen[f"joined.{kind}.parts"][layer]
        assert parts.shape == (heads + 1, length)
        np.testing.assert_allclose(parts, exact.parts, atol=1e-4)
        np.testing.assert_allclose(parts.sum(0), 1, atol=1e-5)


@pytest.mark.slow
@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_what_rounds_reach(walked: Passage, kind) -> None:
    seen = in_browser("heads", stage(walked), walked)[f"reached.{kind}"]
    np.testing.assert_allclose(seen, reached(walked.trace, kind), atol=1e-5)
