"""Queries, keys and values from what enters the attention, by hand."""

import numpy as np
import pytest
import torch
from tiny import random_tokens, record_pass, tiny_config, tiny_model

from transformer.analysis.measures.projections import attention_inputs
from transformer.model.attentions import places
from transformer.model.transformer import Transformer

PLACES = places(tiny_config())


def traced(model: Transformer) -> dict[str, torch.Tensor]:
    return record_pass(model, random_tokens(1, 7, seed=1), random_tokens(1, 5, seed=2))


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("place", PLACES)
def test_what_enters_times_a_heads_slice_of_the_matrix_is_what_the_model_computed(norm: str, place: str) -> None:
    model = tiny_model(seed=3, norm=norm)
    trace = traced(model)
    x, memory = attention_inputs(trace, place)
    assert (x is memory) is not place.endswith("cross_attention")
    stack, layer, name = place.split(".")
    for projection, read in (("query", x), ("key", memory), ("value", memory)):
        prefix = f"{stack}_layers.{layer}.{name}.{projection}_projection"
        weight = model.state_dict()[f"{prefix}.weight"].double().numpy()
        bias = model.state_dict()[f"{prefix}.bias"].double().numpy()
        everything = read.double().numpy() @ weight.T + bias
        for head in range(4):
            mine = everything[:, 4 * head : 4 * head + 4]
            np.testing.assert_allclose(trace[f"{place}.{projection}"][head].numpy(), mine, rtol=1e-4, atol=1e-5)
