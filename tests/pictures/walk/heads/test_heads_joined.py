"""Shares of the heads, as the browser computes them."""

import numpy as np
import pytest
from derivations import drawn

from transformer.analysis.measures.head_shares import attention_shares
from transformer.model.attentions import ATTENTION_KINDS, attention_at, place
from viewer.frame.passage import Passage


@pytest.mark.slow
@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_shares_lengths_and_parts_are_the_models(walked: Passage, kind) -> None:
    seen = drawn("heads", walked)
    for layer in range(2):
        at = place(kind, layer)
        exact = attention_shares(walked.translator.model, walked.trace, at)
        output = walked.trace[f"{at}.output"].numpy()
        projection = attention_at(walked.translator.model, at).output_projection
        shares, (lengths, parts) = seen[f"{at}.shares"], seen[f"{at}.joined"]
        np.testing.assert_allclose(shares.sum(0) + projection.bias.detach().numpy(), output, atol=1e-4)
        np.testing.assert_allclose(lengths, exact.lengths, rtol=1e-4)
        np.testing.assert_allclose(parts, exact.parts, atol=1e-4)
        np.testing.assert_allclose(parts.sum(0), 1, atol=1e-5)
