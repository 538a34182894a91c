"""The model is a Transformer: equal to PyTorch's own, and to itself in every way of computing it."""

import math

import pytest
import torch
from tiny import random_tokens, record_pass, tiny_model
from torch import Tensor, nn
from torch_twin import torch_twin

from transformer.model.attention import explicit_attention
from transformer.model.cache import DecoderCache
from transformer.model.positional import sinusoid_table
from transformer.model.probe import Recorder
from transformer.text.special_tokens import PAD, START

# Models are compared in float64, where rounding is far below any mistake.
TOLERANCE = {"rtol": 0, "atol": 1e-10}


def identity(name: str, value: Tensor) -> Tensor:
    return value


def padded_batch() -> tuple[Tensor, Tensor]:
    source, target = random_tokens(3, 7, seed=1), random_tokens(3, 6, seed=2)
    source[1, 5:] = PAD
    source[2, 2:] = PAD
    target[:, 0] = START
    target[0, 4:] = PAD
    return source, target


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("tied", [True, False])
@pytest.mark.parametrize("ends", [{}, {"activation": "swish", "output_bias": True}, {"activation": "gelu"}])
def test_whole_model_equals_torch_transformer_with_the_same_weights(norm: str, tied: bool, ends: dict) -> None:
    model = tiny_model(seed=3, norm=norm, tied_embeddings=tied, encoder_layers=3, **ends).double()
    twin = torch_twin(model)
    source, target = padded_batch()

    def embedded(table: nn.Embedding, tokens: Tensor) -> Tensor:
        positions = sinusoid_table(tokens.size(1), 16).double()
        return table.weight[tokens] * 4.0 + positions  # √16 = 4

    theirs = twin(
        embedded(model.source_embedding, source),
        embedded(model.target_embedding, target),
        tgt_mask=torch.ones(6, 6).triu(1).bool(),
        src_key_padding_mask=source == PAD,
        tgt_key_padding_mask=target == PAD,
        memory_key_padding_mask=source == PAD,
    )
    theirs = theirs @ model.output_projection.weight.T
    if ends.get("output_bias"):
        theirs = theirs + model.output_projection.bias
    ours = model(source, target)
    filled = target != PAD
    torch.testing.assert_close(ours[filled], theirs[filled], **TOLERANCE)
    with torch.no_grad():
        torch.testing.assert_close(model(source, target)[filled], theirs[filled], **TOLERANCE)


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
def test_explicit_fused_cached_and_probed_computations_agree(norm: str, positions: str) -> None:
    model = tiny_model(seed=4, norm=norm, positions=positions).double()
    source, target = padded_batch()
    explicit = model(source, target).detach()  # with gradients on a CPU, the explicit formula
    with torch.no_grad():
        fused = model(source, target)
        probed = model(source, target, identity)
        memory, cache = model.encode(source), DecoderCache(2)
        chunks = [model.decode(target[:, a:b], memory, source, cache, identity) for a, b in ((0, 2), (2, 5), (5, 6))]
        cached_and_probed = model.project(torch.cat(chunks, dim=1))
    for other in (explicit, probed, cached_and_probed):
        torch.testing.assert_close(other, fused, **TOLERANCE)
    assert cache.length == 6


def test_attention_by_hand() -> None:
    query, key = torch.tensor([[1.0, 0.0]]), torch.tensor([[2.0, 0.0], [0.0, 3.0], [9.0, 9.0]])
    value = torch.tensor([[1.0, 10.0], [2.0, 20.0], [3.0, 30.0]])
    recorder = Recorder()
    result = explicit_attention(
        query[None, None], key[None, None], value[None, None], torch.tensor([True, True, False]), recorder
    )
    first = math.exp(2 / math.sqrt(2)) / (math.exp(2 / math.sqrt(2)) + 1)
    torch.testing.assert_close(recorder.activations["raw_scores"].flatten(), torch.tensor([2.0, 0.0, 9.0]))
    torch.testing.assert_close(recorder.activations["weights"].flatten(), torch.tensor([first, 1 - first, 0.0]))
    torch.testing.assert_close(result.flatten(), first * value[0] + (1 - first) * value[1])


def test_masked_weights_are_exactly_zero_and_every_row_sums_to_one() -> None:
    source, target = padded_batch()
    for name, weights in record_pass(tiny_model(seed=6), source, target).items():
        if not name.endswith(".weights"):
            continue
        torch.testing.assert_close(weights.sum(-1), torch.ones(weights.shape[:-1]))
        if name.startswith("encoder") or "cross" in name:
            hidden = (source == PAD)[:, None, None, :].expand_as(weights)
        else:
            hidden = torch.ones(6, 6).triu(1).bool().expand_as(weights)
        assert (weights[hidden] == 0).all()
        assert (weights[~hidden] > 0).all()
