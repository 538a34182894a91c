"""Shares of the heads, as the browser computes them."""

import numpy as np
import pytest
import torch
from derivations import drawn

from transformer.model.attentions import ATTENTION_KINDS, attention_at, head_shares, place
from viewer.frame.passage import Passage


@pytest.mark.slow
@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_shares_lengths_and_parts_are_the_models(walked: Passage, kind) -> None:
    seen = drawn("heads", walked)
    for layer in range(2):
        at = place(kind, layer)
        output = walked.trace[f"{at}.output"]
        projection = attention_at(walked.translator.model, at).output_projection
        shares, (lengths, parts) = seen[f"{at}.shares"], seen[f"{at}.joined"]
        bias = projection.bias.detach()
        exact = torch.cat([head_shares(walked.trace[f"{at}.context"], projection), bias.expand(1, *output.shape)])
        np.testing.assert_allclose(shares.sum(0) + bias.numpy(), output, atol=1e-4)
        np.testing.assert_allclose(lengths, exact.norm(dim=-1), rtol=1e-4)
        np.testing.assert_allclose(parts, (exact * output).sum(-1) / output.square().sum(-1), atol=1e-4)
        np.testing.assert_allclose(parts.sum(0), 1, atol=1e-5)
