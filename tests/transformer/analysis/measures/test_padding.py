"""Sentences of different length in one batch."""

import math

import torch
from hypothesis import given
from hypothesis import strategies as st
from tiny import random_tokens, tiny_model

from transformer.analysis.measures.padding import encode_together


def sentences(*lengths: int) -> list[list[int]]:
    return [random_tokens(1, length, seed=length)[0].tolist() for length in lengths]


@given(st.lists(st.integers(1, 12), min_size=1, max_size=4))
def test_a_sentence_does_not_notice_the_padding(lengths: list[int]) -> None:
    model, sources = tiny_model(), sentences(*lengths)
    batch = encode_together(model, sources)
    for index, source in enumerate(sources):
        with torch.inference_mode():
            alone = model.encode(torch.tensor([source]))[0]
        torch.testing.assert_close(batch.output[index, : len(source)], alone, rtol=1e-4, atol=1e-5)
    assert (batch.on_padding(batch.weights) == 0).all()


def test_without_the_mask_padding_would_get_its_share() -> None:
    batch = encode_together(tiny_model(), sentences(6, 2))
    on_padding = batch.on_padding(batch.unmasked)
    assert (on_padding[:, 0] == 0).all()  # the longer one has none
    assert (on_padding[:, 1] > 0.05).all()
    by_hand = batch.unmasked[1, 1, 3, :2, 2:].sum(-1).max()
    torch.testing.assert_close(on_padding[1, 1, 3], by_hand)


def test_the_unmasked_weights_are_those_of_the_same_scores() -> None:
    """Where nothing is padded the mask changes nothing; else the weights that are kept keep their proportions."""
    batch = encode_together(tiny_model(), sentences(6, 2))
    torch.testing.assert_close(batch.unmasked[:, 0], batch.weights[:, 0])
    kept = batch.unmasked[:, 1, :, :, :2]
    torch.testing.assert_close(kept / kept.sum(-1, keepdim=True), batch.weights[:, 1, :, :, :2])


def test_what_a_key_gets_is_the_mean_over_real_queries() -> None:
    batch = encode_together(tiny_model(), sentences(4, 3))
    received = batch.received(batch.weights, 1)
    assert received.shape == (2, 4, 4)
    by_hand = (batch.weights[0, 1, 2, 0] + batch.weights[0, 1, 2, 1] + batch.weights[0, 1, 2, 2]) / 3
    torch.testing.assert_close(received[0, 2], by_hand)
    assert math.isclose(received[0, 2].sum().item(), 1.0, rel_tol=1e-5)
