"""Every edit does what it says: held against the same change made another way."""

import math
from collections.abc import Callable

import pytest
import torch
from edited import EXACT, assert_same, run, tokens_of
from tiny_reader import OTHER, SENTENCE, TinyReader
from torch import nn
from torch_twin import torch_twin

from transformer.analysis.measures.what_if import multiplied_mask_weights
from transformer.decoding.greedy import greedy
from transformer.edits.places import all_heads
from transformer.model.attentions import attention_at, places
from transformer.model.layers import ACTIVATIONS
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import PAD, START


# ---- nothing changed
@pytest.mark.parametrize("written", ["", "temperature:1", "open_cell:decoder:3:2", "exchange:encoder.1:1", "last:99"])
def test_an_edit_that_changes_nothing_gives_equal_numbers(reader: TinyReader, written: str) -> None:
    untouched, edited = run(reader, ""), run(reader, written)
    assert list(edited) == list(untouched)
    assert all(torch.equal(edited[name], untouched[name]) for name in untouched)


# ---- masks
def test_a_closed_word_has_weight_0_everywhere_and_the_rest_sums_to_1(reader: TinyReader) -> None:
    activations = run(reader, "close:1:4")
    for place in places(reader.model.config):
        weights = activations[f"{place}.weights"]
        torch.testing.assert_close(weights.sum(-1), torch.ones_like(weights[..., 0]), **EXACT)
        if not place.startswith("decoder.") or place.endswith("cross_attention"):
            assert (weights[..., [1, 4]] == 0).all()
            assert (weights[..., 0] > 0).all()


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
def test_edited_masks_are_what_torchs_transformer_makes_of_those_masks(reader: TinyReader) -> None:
    twin = torch_twin(reader.model)
    source, target = tokens_of(reader)
    length = target.size(1)
    causal = torch.ones(length, length).triu(1).bool()
    narrow = causal | torch.ones(length, length).tril(-2).bool()
    opened = causal.clone()
    opened[1, 3] = False
    closed = torch.zeros(1, source.size(1), dtype=torch.bool)
    closed[0, 2] = True
    for written, mask, hidden in (
        ("causal_off", torch.zeros_like(causal), None),
        ("last:2", narrow, None),
        ("open_cell:decoder:1:3", opened, None),
        ("close:2", causal, closed),
    ):
        theirs = twin(
            reader.model.embed(reader.model.source_embedding, source),
            reader.model.embed(reader.model.target_embedding, target),
            tgt_mask=mask,
            src_key_padding_mask=hidden,
            memory_key_padding_mask=hidden,
        )
        ours = run(reader, written)["logits"]
        torch.testing.assert_close(ours, reader.model.output_projection(theirs), **EXACT)


def test_padding_that_is_not_hidden_is_a_longer_source_without_a_mask(reader: TinyReader) -> None:
    activations = run(reader, "padding_off:3")
    real = len(reader.read(SENTENCE).ids)
    weights = activations["decoder.1.cross_attention.weights"]
    assert weights.size(-1) == real + 3
    assert (weights[..., real:] > 0).all()
    source, target = tokens_of(reader, "padding_off:3")
    assert source[0, real:].tolist() == [PAD] * 3
    torch.testing.assert_close(reader.model(source, target), run(reader, "")["logits"], **EXACT)  # hidden: no change


def test_forced_attention_takes_the_values_of_one_word(reader: TinyReader) -> None:
    activations = run(reader, "force:2:cross.1,force:3:decoder.0")
    value = activations["decoder.1.cross_attention.value"][:, :, 2:3]
    context = activations["decoder.1.cross_attention.context"]
    torch.testing.assert_close(context, value.expand_as(context), **EXACT)
    weights = activations["decoder.0.self_attention.weights"]
    assert (weights[..., 3:, 3] == 1).all()
    untouched = run(reader, "")["decoder.0.self_attention.weights"]
    assert torch.equal(weights[..., :3, :], untouched[..., :3, :])  # which may not look at it


# ---- scores
def test_temperature_is_a_longer_query(reader: TinyReader) -> None:
    def longer(factor: float) -> Callable[[Transformer], None]:
        def change(model: Transformer) -> None:
            for place in places(model.config):
                projection = attention_at(model, place).query_projection
                projection.weight.mul_(factor)
                projection.bias.mul_(factor)

        return change

    assert_same(reader, "temperature:2.5", longer(1 / 2.5))
    assert_same(reader, "unscaled", longer(math.sqrt(reader.model.config.d_k)))


def test_masks_that_are_multiplied_and_softmax_down_the_columns(reader: TinyReader) -> None:
    activations = run(reader, "multiply_mask:decoder.0,column_softmax:encoder.1")
    scores = activations["decoder.0.self_attention.scores"]
    causal = torch.ones(scores.shape[-2:]).tril().bool()
    expected = multiplied_mask_weights(scores, causal)
    torch.testing.assert_close(activations["decoder.0.self_attention.weights"], expected, **EXACT)
    assert (expected[..., 0, 1:] > 0).all()
    weights = activations["encoder.1.self_attention.weights"]
    shares = activations["encoder.1.self_attention.scores"].exp()
    torch.testing.assert_close(weights, shares / shares.sum(-2, keepdim=True), **EXACT)


# ---- sublayers
@pytest.mark.slow
def test_sublayers_are_those_of_a_model_built_so(reader: TinyReader) -> None:
    config, pre = reader.model.config, reader.model.config.norm == "pre"

    def without_positions(model: Transformer) -> None:
        model.positions.table.zero_()

    def without_a_norm(model: Transformer) -> None:
        model.encoder_layers[2].feed_forward_add.norm = nn.Identity()

    def without_norms(model: Transformer) -> None:
        for layer in (*model.encoder_layers, *model.decoder_layers):
            for module in layer.children():
                if hasattr(module, "norm"):
                    module.norm = nn.Identity()
        model.encoder_norm = model.decoder_norm = nn.Identity()

    def without_cross_attention(model: Transformer) -> None:
        model.decoder_layers[1].cross_attention.output_projection.weight.zero_()
        model.decoder_layers[1].cross_attention.output_projection.bias.zero_()

    def layers(indices: list[int]) -> Callable[[Transformer], None]:
        def change(model: Transformer) -> None:
            model.encoder_layers = nn.ModuleList(model.encoder_layers[index] for index in indices)

        return change

    assert config.encoder_layers == 3
    assert_same(reader, "positions_off", without_positions)
    assert_same(reader, "norm_off:encoder.2.feed_forward", without_a_norm)
    assert_same(reader, "norm_off:*", without_norms)
    assert_same(reader, "zero_sublayer:decoder.1.cross_attention", without_cross_attention)
    assert_same(reader, "skip:encoder.0", layers([1, 2]))
    assert_same(reader, "skip:encoder.2,skip:encoder.1", layers([0]))
    assert_same(reader, "exchange:encoder.0:2", layers([2, 1, 0]))
    assert_same(reader, "exchange:encoder.0:2,skip:encoder.0", layers([2, 1]))
    activations = run(reader, "residual_off:encoder.1.self_attention")
    place = "encoder.1.self_attention"
    assert torch.equal(activations[f"{place}.residual"], activations[f"{place}.output"])
    behind = activations[f"{place}.{'residual' if pre else 'norm'}"]
    if not pre:
        norm = reader.model.encoder_layers[1].self_attention_add.norm
        assert torch.equal(behind, norm(activations[f"{place}.output"]))
    feed = reader.model.encoder_layers[1].feed_forward_add.norm(behind) if pre else behind
    hidden = ACTIVATIONS[config.activation](reader.model.encoder_layers[1].feed_forward.expand(feed))
    assert torch.equal(activations["encoder.1.feed_forward.hidden"], hidden)


# ---- heads
def test_a_heads_ablation_equals_zeroing_its_rows_of_the_output_projection(reader: TinyReader) -> None:
    d_k = reader.model.config.d_k

    def rows(place: str, heads: list[int]) -> Callable[[Transformer], None]:
        def change(model: Transformer) -> None:
            for head in heads:  # a layer stores the transpose: the rows of W^O are its columns
                attention_at(model, place).output_projection.weight[:, head * d_k : (head + 1) * d_k] = 0

        return change

    assert_same(reader, "zero_head:cross.1.2", rows("decoder.1.cross_attention", [2]))
    assert_same(reader, "keep_head:encoder.0.1", rows("encoder.0.self_attention", [0, 2, 3]))

    def only_cross(model: Transformer) -> None:
        for place in places(model.config):
            if not place.endswith("cross_attention"):
                rows(place, [0, 1, 2, 3])(model)

    assert_same(reader, "keep_kind:cross", only_cross)


def test_the_mean_of_a_head_is_over_the_tokens_of_all_sentences(reader: TinyReader) -> None:
    contexts = []
    for sentence in (SENTENCE, OTHER):
        source = reader.read(sentence).ids
        (generated,) = greedy(reader.model, [source])
        recorder = Recorder()
        target = [START, *generated.tokens[:-1]] if generated.finished else [START, *generated.tokens][:48]
        reader.model(torch.tensor([source]), torch.tensor([target]), recorder)
        contexts.append(recorder.activations["decoder.1.self_attention.context"][0, 3])
    mean = torch.cat(contexts).mean(dim=0)
    context = run(reader, "mean_head:decoder.1.3")["decoder.1.self_attention.context"]
    torch.testing.assert_close(context[0, 3], mean.expand_as(context[0, 3]), **EXACT)
    assert torch.equal(context[0, :3], run(reader, "")["decoder.1.self_attention.context"][0, :3])
    assert len(all_heads(reader.model.config)) == 4 * (3 + 2 + 2)
