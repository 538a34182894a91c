"""The feed-forward layer's neurons, against loops by hand."""

import math

import pytest
import torch
from tiny import random_tokens, record_pass, tiny_model

from transformer.analysis.measures.neurons import active_fraction, feed_forwards, find_promoted, hidden_units
from transformer.analysis.measures.stream import sublayers
from transformer.text.special_tokens import PAD, START, UNKNOWN


@pytest.mark.parametrize("order", ["pre", "post"])
@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_a_neuron_is_its_column_against_what_the_layer_reads(order: str, stack) -> None:
    model = tiny_model(seed=2, norm=order)
    trace = record_pass(model, random_tokens(1, 6), random_tokens(1, 5, seed=1))
    found = hidden_units(trace, stack)
    assert found.shape == (2, 6 if stack == "encoder" else 5, 24)
    for layer, module in enumerate(feed_forwards(model, stack)):
        read = sublayers(trace)[f"{stack}.{layer}.feed_forward"].input
        for token, neuron in ((0, 0), (3, 7), (4, 23)):
            weights, bias = module.expand.weight[neuron].tolist(), module.expand.bias[neuron].item()
            z = sum(x * w for x, w in zip(read[token].tolist(), weights, strict=True)) + bias
            assert found[layer, token, neuron].item() == pytest.approx(max(0.0, z), abs=1e-5)


def test_the_active_share_counts_what_is_above_zero() -> None:
    activations = torch.tensor([[0.0, 0.5, 0.0, 2.0], [0.0, 0.0, 0.0, 0.0], [1e-9, 1.0, 1.0, 1.0]])
    assert active_fraction(activations).tolist() == [0.5, 0.0, 1.0]


@pytest.mark.parametrize("stack", ["encoder", "decoder"])
def test_promoted_pieces_are_the_nearest_embeddings(stack) -> None:
    model = tiny_model(seed=4, tied_embeddings=False)
    table = model.source_embedding.weight if stack == "encoder" else model.output_projection.weight
    found = find_promoted(model, stack, count=4)
    assert found.pieces.shape == found.cosines.shape == (2, 24, 4)
    for layer, neuron in ((0, 0), (1, 23)):
        written = feed_forwards(model, stack)[layer].contract.weight[:, neuron].tolist()
        ranked = []
        for piece, row in enumerate(table.tolist()):
            if piece in (PAD, UNKNOWN, START):
                continue
            both = math.hypot(*row) * math.hypot(*written)
            ranked.append((sum(a * b for a, b in zip(row, written, strict=True)) / both, piece))
        ranked.sort(reverse=True)
        assert found.pieces[layer, neuron].tolist() == [piece for _, piece in ranked[:4]]
        assert found.cosines[layer, neuron].tolist() == pytest.approx([cosine for cosine, _ in ranked[:4]], abs=1e-5)
