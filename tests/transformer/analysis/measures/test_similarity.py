"""Three similarities, against numpy and the model's own raw scores; what symmetry they have."""

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st
from test_projections import PLACES, traced
from tiny import tiny_model

from transformer.analysis.measures.projections import attention_inputs
from transformer.analysis.measures.similarity import similarities
from transformer.model.attention import MultiHeadAttention
from transformer.model.attentions import attention_at


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("place", PLACES)
def test_the_asymmetric_one_is_what_the_model_uses(norm: str, place: str) -> None:
    model = tiny_model(seed=7, norm=norm)
    trace = traced(model)
    scores = similarities(attention_at(model, place), *attention_inputs(trace, place))
    torch.testing.assert_close(scores.asymmetric, trace[f"{place}.raw_scores"])
    assert not torch.allclose(scores.symmetric, scores.asymmetric)


def test_the_other_two_by_hand() -> None:
    attention = MultiHeadAttention(6, 2).eval()
    projection = attention.query_projection
    torch.nn.init.normal_(projection.bias)
    x, memory = torch.randn(4, 6), torch.randn(3, 6)
    scores = similarities(attention, x, memory)
    weight, bias = (each.detach().double().numpy() for each in (projection.weight, projection.bias))
    for query in range(4):
        for key in range(3):
            a, b = x[query].double().numpy(), memory[key].double().numpy()
            assert float(scores.naive[query, key]) == pytest.approx(float(np.dot(a, b)), abs=1e-5)
            for head in range(2):
                mine = slice(3 * head, 3 * head + 3)
                mutual = float((weight[mine] @ a + bias[mine]) @ (weight[mine] @ b + bias[mine]))
                assert float(scores.symmetric[head, query, key]) == pytest.approx(mutual, abs=1e-5)


@given(st.integers(1, 7), st.integers(0, 99))
def test_only_the_asymmetric_one_knows_who_looks_at_whom(tokens: int, seed: int) -> None:
    torch.manual_seed(seed)
    x = torch.randn(tokens, 8)
    scores = similarities(MultiHeadAttention(8, 2), x, x)
    assert torch.allclose(scores.naive, scores.naive.mT, atol=1e-5)
    assert torch.allclose(scores.symmetric, scores.symmetric.mT, atol=1e-5)
    assert tokens == 1 or not torch.allclose(scores.asymmetric, scores.asymmetric.mT, atol=1e-3)
