"""The residual stream and its norms, against numpy and the model's own modules."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import random_tokens, record_pass, tiny_model
from torch import Tensor

from transformer.analysis.measures.stream import (
    FINAL_NORM,
    SUBLAYERS,
    cosines,
    is_pre_norm,
    lengths,
    moments,
    norms,
    stream,
    sublayers,
)
from transformer.model.transformer import Transformer

ORDERS = pytest.mark.parametrize("order", ["pre", "post"])


def traced(order: str) -> tuple[Transformer, dict[str, Tensor]]:
    model = tiny_model(seed=3, norm=order, encoder_layers=3)
    return model, record_pass(model, random_tokens(1, 6), random_tokens(1, 5, seed=1))


@ORDERS
def test_the_order_of_norm_and_sum_is_read_from_the_trace(order: str) -> None:
    assert is_pre_norm(traced(order)[1]) is (order == "pre")


@ORDERS
def test_what_is_added_is_what_the_sublayer_computed(order: str) -> None:
    _, trace = traced(order)
    found = sublayers(trace)
    assert len(found) == 3 * 2 + 2 * 3
    for place, sublayer in found.items():
        torch.testing.assert_close(sublayer.added, trace[f"{place}.output"], rtol=1e-5, atol=1e-6)
        torch.testing.assert_close(sublayer.before + sublayer.output, sublayer.residual, rtol=0, atol=1e-6)


@ORDERS
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_the_stream_leads_from_the_embedding_to_the_output(order: str, stack) -> None:
    _, trace = traced(order)
    places = stream(trace, stack)
    layers = 3 if stack == "encoder" else 2
    assert len(places) == 1 + layers * len(SUBLAYERS[stack]) + (order == "pre")
    torch.testing.assert_close(places[0], trace[f"{stack}.input"])
    torch.testing.assert_close(places[-1], trace[f"{stack}.output"])
    # Each sublayer begins where the one before it ended.
    steps = [step for place, step in sublayers(trace).items() if place.startswith(stack)]
    for before, step, after in zip(places, steps, places[1:], strict=False):
        assert torch.equal(before, step.before)
        assert torch.equal(after, step.after)


@ORDERS
def test_every_norm_is_found_with_its_own_parameters(order: str) -> None:
    model, trace = traced(order)
    found = norms(model, trace)
    finals = {f"{stack}.{FINAL_NORM}" for stack in SUBLAYERS} if order == "pre" else set()
    assert set(found) == set(sublayers(trace)) | finals
    for place, norm in found.items():
        mean, variance = (each.unsqueeze(-1) for each in moments(norm.input))
        by_hand = norm.gamma * (norm.input - mean) / (variance + norm.epsilon).sqrt() + norm.beta
        torch.testing.assert_close(by_hand, norm.output, rtol=1e-4, atol=1e-5, msg=place)
    # No two norms of a random model have the same factors.
    assert len({tuple(norm.gamma.tolist()) for norm in found.values()}) == len(found)


vectors = st.lists(st.lists(st.floats(-50, 50, width=32), min_size=7, max_size=7), min_size=1, max_size=4)


@given(vectors, vectors)
def test_lengths_cosines_and_moments_are_those_of_numpy(first: list, second: list) -> None:
    count = min(len(first), len(second))
    x, y = np.array(first[:count]), np.array(second[:count])
    a, b = torch.tensor(x, dtype=torch.float32), torch.tensor(y, dtype=torch.float32)
    np.testing.assert_allclose(lengths(a).numpy(), np.sqrt((x * x).sum(axis=1)), rtol=1e-5, atol=1e-30)
    for cosine, one, other in zip(cosines(a, b).tolist(), x, y, strict=True):
        both = np.linalg.norm(one) * np.linalg.norm(other)
        if both > 1e-12:
            assert cosine == pytest.approx(one @ other / both, abs=1e-4)
        elif both == 0:
            assert cosine == 0
    mean, variance = moments(a)
    np.testing.assert_allclose(mean.numpy(), x.mean(axis=1), rtol=1e-4, atol=1e-4)
    np.testing.assert_allclose(variance.numpy(), x.var(axis=1), rtol=1e-4, atol=1e-4)
