"""What the feed-forward layer's neurons write, against loops by hand."""

import math

import pytest
from tiny import tiny_model

from transformer.analysis.measures.neurons import feed_forwards, find_promoted
from transformer.text.special_tokens import PAD, START, UNKNOWN


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
