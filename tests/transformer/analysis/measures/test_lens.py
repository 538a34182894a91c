"""The logit lens against arithmetic by hand."""

import numpy as np
import pytest
import torch
from tiny import random_tokens, record_pass, tiny_model

from transformer.analysis.measures.lens import decoder_streams, logit_lens
from transformer.decoding.trace import Trace
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import START


def traced(model: Transformer) -> Trace:
    target = torch.cat([torch.tensor([[START]]), random_tokens(1, 3, seed=1)], dim=1)
    return Trace(("a",) * 5, ("b",) * 4, ("c",) * 4, record_pass(model, random_tokens(1, 5), target))


@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("bias", [True, False])
def test_the_last_layer_says_what_the_model_says(norm: str, tied: bool, bias: bool) -> None:
    model = tiny_model(seed=2, norm=norm, tied_embeddings=tied, output_bias=bias)
    trace = traced(model)
    lens = logit_lens(model, trace)
    assert lens.shape == (3, 4, 23)
    torch.testing.assert_close(lens[-1], trace["logits"])
    assert not torch.allclose(lens[0], lens[1])
    assert not torch.allclose(lens[1], lens[2])


def test_each_layer_is_read_through_the_final_norm_and_the_vocabulary() -> None:
    model = tiny_model(seed=3, norm="pre", tied_embeddings=False)
    trace = traced(model)
    lens = logit_lens(model, trace).numpy()
    norm = model.decoder_norm
    gain, shift = norm.weight.detach().numpy(), norm.bias.detach().numpy()
    table = model.output_projection.weight.detach().numpy()
    names = ["decoder.input", "decoder.0.feed_forward.residual", "decoder.1.feed_forward.residual"]
    assert list(decoder_streams(model)) == names
    for level, name in enumerate(names):
        x = trace[name].numpy().astype(np.float64)
        centred = x - x.mean(axis=-1, keepdims=True)
        normed = centred / np.sqrt((centred**2).mean(axis=-1, keepdims=True) + norm.eps) * gain + shift
        np.testing.assert_allclose(lens[level], normed @ table.T, rtol=1e-4, atol=1e-5)


def test_a_post_norm_decoder_is_read_without_another_norm() -> None:
    model = tiny_model(seed=4, norm="post")
    trace = traced(model)
    assert decoder_streams(model)[1] == "decoder.0.feed_forward.norm"
    by_hand = trace["decoder.0.feed_forward.norm"] @ model.output_projection.weight.detach().T
    torch.testing.assert_close(logit_lens(model, trace)[1], by_hand)
