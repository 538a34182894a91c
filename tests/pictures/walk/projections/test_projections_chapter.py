"""The chapter on queries, keys and values: what enters, the matrices, and what they make of it."""

import itertools

import numpy as np
import pytest
import torch
from derivations import drawn
from passages import SENTENCE

import transformer
from transformer.model.attentions import ATTENTION_KINDS, place
from viewer.app.state import Focus
from viewer.frame.pack_fp16 import pack_fp16
from viewer.frame.passage import Passage
from viewer.pictures.walk.projections.snippets import SNIPPETS


@pytest.fixture
def seen(walked: Passage) -> dict[str, np.ndarray]:
    """All tensors as the browser has them."""
    return drawn("projections", walked)


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
def test_inputs_and_matrices_make_queries_keys_and_values_up_to_rounding(kind, walked, seen) -> None:
    for layer, name in itertools.product(range(2), ("query", "key", "value", "context")):
        own = walked.trace[f"{place(kind, layer)}.{name}"].numpy()
        np.testing.assert_allclose(seen[f"{kind}.{name}"][layer], own, rtol=1e-4, atol=1e-5)
        if name != "context":
            memory = kind == "cross" and name != "query"
            read = seen["encoder.output" if memory else f"{place(kind, layer)}.input"].astype(float)
            stack, number, attention = place(kind, layer).split(".")
            parameter = f"{stack}_layers.{number}.{attention}.{name}_projection"
            by_hand = read @ seen[f"{parameter}.weight"].astype(float).T + seen[f"{parameter}.bias"].astype(float)
            np.testing.assert_allclose(np.stack(np.split(by_hand, 4, axis=-1)), own, rtol=1e-4, atol=1e-5)


def test_parameters_are_exact_in_16_bits_or_in_32(walked: Passage, seen: dict[str, np.ndarray]) -> None:
    inexact = torch.tensor([0.5, 0.1])
    np.testing.assert_array_equal(pack_fp16(inexact), inexact.numpy())
    name = "decoder_layers.1.cross_attention.value_projection.weight"
    assert seen[name].dtype == np.float16
    np.testing.assert_array_equal(seen[name], walked.translator.model.get_parameter(name).detach().numpy())


@pytest.mark.parametrize("kind", ATTENTION_KINDS)
@pytest.mark.parametrize("name", ["query", "key", "value"])
def test_the_code_computes_the_number_in_focus(kind, name, walked, monkeypatch) -> None:
    monkeypatch.setattr(transformer, "load", lambda _: walked.translator)
    read = "memory" if kind == "cross" and name != "query" else "x"
    code = SNIPPETS[0]
    chosen = type(code)(code.title, code.code, code.expected, {"projection": name, "read": read, "row": 2, "column": 3})
    value = chosen.run(SENTENCE, Focus(kind, 1, 2, 0), walked.model)
    trace = walked.translator.trace(SENTENCE)
    torch.testing.assert_close(value, trace[f"{place(kind, 1)}.{name}"][2, 2, 3])
