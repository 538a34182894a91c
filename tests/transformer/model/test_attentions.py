"""Where the attentions stand: their places are the model's own, and every activation names its rows' sentence."""

import pytest
import torch
from tiny import random_tokens, record_pass, tiny_config, tiny_model

from transformer.model.attention import MultiHeadAttention
from transformer.model.attentions import (
    ATTENTION_KINDS,
    USES,
    all_layers,
    attention_at,
    kind_and_layer,
    layers_of,
    place,
    places,
    rows_from,
)

SOURCE, TARGET = 5, 4  # tokens


@pytest.fixture(scope="module")
def activations() -> dict[str, torch.Tensor]:
    return record_pass(tiny_model(encoder_layers=3), random_tokens(1, SOURCE), random_tokens(1, TARGET))


def test_the_places_are_those_of_the_models_attentions_and_of_their_activations(activations) -> None:
    model = tiny_model(encoder_layers=3)
    found = places(model.config)
    assert len(found) == 3 + 2 + 2
    assert {attention_at(model, each) for each in found} == {
        module for module in model.modules() if isinstance(module, MultiHeadAttention)
    }
    assert {name.removesuffix(".weights") for name in activations if name.endswith(".weights")} == set(found)


def test_a_place_says_which_attention_stands_there() -> None:
    config = tiny_config(encoder_layers=12)
    assert place("cross", 1) == "decoder.1.cross_attention"
    assert {kind: layers_of(config, kind) for kind in ATTENTION_KINDS} == {"encoder": 12, "decoder": 2, "cross": 2}
    for kind in ATTENTION_KINDS:
        for layer in range(layers_of(config, kind)):
            assert kind_and_layer(place(kind, layer)) == (kind, layer)
            assert kind_and_layer(f"{place(kind, layer)}.masked_scores") == (kind, layer)


NOWHERE = """encoder encoder.0 encoder.0.cross_attention decoder.two.cross_attention decoder.-1.self_attention decoder.²
    decoder.0.feed_forward decoder.0.feed_forward.hidden decoder.0.self_attention_add a.b.c logits"""


@pytest.mark.parametrize("name", ["", *NOWHERE.split()])
def test_no_attention_stands_anywhere_else(name: str) -> None:
    with pytest.raises(ValueError, match="No attention is called"):
        kind_and_layer(name)
    with pytest.raises(ValueError, match="no attention called"):
        attention_at(tiny_model(), name)


def test_all_layers_stand_above_one_another(activations) -> None:
    for kind in ATTENTION_KINDS:
        weights = all_layers(activations, kind, "weights")
        for layer, of_layer in enumerate(weights):
            assert torch.equal(of_layer, activations[f"{place(kind, layer)}.weights"])
        assert len(weights) == (3 if kind == "encoder" else 2)
    with pytest.raises(KeyError, match=r"encoder\.0\.self_attention\.wieghts"):
        all_layers(activations, "encoder", "wieghts")


def test_rows_and_columns_come_from_the_sentence_that_is_named(activations) -> None:
    lengths = {"source": SOURCE, "target": TARGET}
    with_rows = {name: value for name, value in activations.items() if not name.endswith(".order")}
    for name, value in with_rows.items():
        assert value.size(-2) == lengths[rows_from(name)], name
        if name.endswith(("scores", "weights")):
            use = USES[kind_and_layer(name)[0]]
            assert value.shape[-2:] == (lengths[use.queries], lengths[use.keys])
