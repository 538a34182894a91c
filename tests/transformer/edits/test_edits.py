"""Every edit does what it says: held against the same change made another way."""

import copy
import math
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor

import pandas as pd
import pytest
import torch
from tiny_reader import OTHER, SENTENCE, TinyReader
from torch import Tensor, nn
from torch_twin import torch_twin

from transformer.decoding.search import SearchOptions, beam_search, greedy
from transformer.decoding.strategies import Greedy
from transformer.edits import Edit, parse
from transformer.edits.ablation import ablate
from transformer.edits.catalogue import CHANGES, usage
from transformer.edits.comparison import compare, edited_translation
from transformer.edits.places import all_heads
from transformer.edits.sources import escaped
from transformer.errors import EditError, GlassformerError
from transformer.measures.what_if import multiplied_mask_weights
from transformer.model.attentions import attention_at, places
from transformer.model.probe import Recorder, chain
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import END, PAD, START

EXACT = {"rtol": 0, "atol": 1e-10}
EVERY_CHANGE = [
    "causal_off",
    "padding_off:3",
    "last:2",
    "close:1:2",
    "open_cell:decoder.*:1:3",
    "open_cell:encoder:1:3",
    "close_cell:cross.1:3:2",
    "close_cell:decoder.0:4:2",
    "force:2:cross",
    "force:2:decoder.1",
    "multiply_mask:*",
    "multiply_mask:cross",
    "column_softmax:*",
    "column_softmax:encoder",
    "column_softmax:cross.1",
    "unscaled:*",
    "temperature:2.5:cross.*",
    "positions_off:both",
    "positions_off:decoder",
    "residual_off:decoder.1.cross_attention",
    "norm_off:decoder.0.self_attention",
    "norm_off:encoder.2.feed_forward",
    "skip:encoder.1",
    "skip:decoder.0",
    "exchange:encoder.0:2",
    "exchange:decoder.0:1",
    "zero_sublayer:decoder.1.feed_forward",
    f"memory:{escaped(OTHER)}",
    "zero_head:encoder.2.1",
    "mean_head:decoder.1.3",
    "keep_head:cross.0.2",
    "keep_kind:cross",
    f"patch:encoder.1:2:{escaped(OTHER)}",
    f"patch:decoder.0:1:{escaped(OTHER)}",
    f"patch:cross.1.2:2:{escaped(OTHER)}",
]


@pytest.fixture(scope="module", params=["post", "pre"])
def reader(request: pytest.FixtureRequest, tiny_tokenizer) -> TinyReader:
    return TinyReader(tiny_tokenizer, request.param)


def tokens_of(reader: TinyReader, edit: str | Edit = "") -> tuple[Tensor, Tensor]:
    source = parse(edit).source(reader, reader.read(SENTENCE))
    target = [START, *reader.tokenizer.encode("Le chat boit de l'eau.")]
    return torch.tensor([source.ids]), torch.tensor([target])


@torch.inference_mode()
def run(reader: TinyReader, edit: str, model: Transformer | None = None) -> dict[str, Tensor]:
    """Every activation of one pass, the sentence led through a translation."""
    recorder = Recorder()
    probe = parse(edit).probe(reader)
    source, target = tokens_of(reader, edit)
    (model or reader.model)(source, target, recorder if probe is None else chain(probe, recorder))
    return recorder.activations


def twin_of(reader: TinyReader, change: Callable[[Transformer], None]) -> Transformer:
    twin = copy.deepcopy(reader.model)
    with torch.no_grad():
        change(twin)
    return twin


def assert_same(reader: TinyReader, edit: str, change: Callable[[Transformer], None]) -> None:
    """The edited model gives what a model gives that was built so; and not what the untouched one gives."""
    edited, built = run(reader, edit)["logits"], run(reader, "", twin_of(reader, change))["logits"]
    torch.testing.assert_close(edited, built, **EXACT)
    assert (edited - run(reader, "")["logits"]).abs().max() > 1e-3


# ---- written, read, refused
def test_every_change_is_among_those_tried() -> None:
    assert {each.partition(":")[0] for each in EVERY_CHANGE} == set(CHANGES)


@pytest.mark.parametrize("written", EVERY_CHANGE)
def test_an_edit_is_written_and_read_again(written: str) -> None:
    edit = parse(written)
    assert edit.written == str(edit) == written
    assert edit.expectation.endswith(".")
    assert parse(f" {written} ,skip:encoder.0,") == edit + parse("skip:encoder.0")


@pytest.mark.parametrize(
    ("written", "told"),
    [
        ("casual_off", "nearest are causal_off"),
        ("zero_head", "zero_head:where"),
        ("zero_head:a:b", "zero_head:where"),
        ("last:two", "'two' is not a whole number"),
        ("temperature:nan", "between 0.01 and 100"),
        ("close:9999999999999999999", "whole number"),
        ("close", "close:tokens:…"),
        ("close:40", "There is no source token 40"),
        ("force:40", "There is no source token 40"),
        ("force:-1", "no column -1"),
        ("padding_off:0", "1 to 40"),
        ("keep_kind:encode", "encoder, decoder, cross"),
        ("zero_head:encoder.2.9", r"nearest are encoder\.2\.3"),
        ("zero_head:encodr.2.1", r"nearest are encoder\.2\.1"),
        ("skip:encoder.7", r"no layer 'encoder\.7'"),
        ("exchange:decoder.1:5", "layers 0 to 1"),
        ("temperature:2:crss", "no attention 'crss'"),
        ("residual_off:decoder.1.cross", r"nearest are decoder\.1\.cross_attention"),
        ("memory: ", "empty"),
        (f"patch:encoder.1:33:{escaped(OTHER)}", "no position 33"),
        (f"patch:nowhere:1:{escaped(OTHER)}", "no place 'nowhere'"),
        (",".join(["causal_off"] * 61), "60 changes"),
        (",".join([f"patch:encoder.1:0:{escaped(OTHER)}"] * 41), "40 patches"),
        (f"patch:encoder.1:0:{escaped('a ' * 45)}", "at most 40 tokens"),
        ("x" * 5_000, "4000 characters"),
    ],
)
def test_what_cannot_be_read_or_made_is_one_plain_sentence(reader: TinyReader, written: str, told: str) -> None:
    with pytest.raises(GlassformerError, match=told) as error:
        run(reader, written)
    assert str(error.value).endswith(".")
    assert "\n" not in str(error.value)


def test_closing_every_word_is_refused(reader: TinyReader) -> None:
    everything = ":".join(str(position) for position in range(len(reader.read(SENTENCE).ids)))
    for written in (f"close:{everything}", f"close:{everything[2:]},close:0"):
        with pytest.raises(EditError, match="leave one"):
            run(reader, written)


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
        torch.testing.assert_close(ours, theirs @ reader.model.output_projection.weight.T, **EXACT)


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
    hidden = reader.model.encoder_layers[1].feed_forward.expand(feed).relu()
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
        (said,) = greedy(reader.model, [source])
        recorder = Recorder()
        target = [START, *said.tokens[:-1]] if said.finished else [START, *said.tokens][:48]
        reader.model(torch.tensor([source]), torch.tensor([target]), recorder)
        contexts.append(recorder.activations["decoder.1.self_attention.context"][0, 3])
    mean = torch.cat(contexts).mean(dim=0)
    context = run(reader, "mean_head:decoder.1.3")["decoder.1.self_attention.context"]
    torch.testing.assert_close(context[0, 3], mean.expand_as(context[0, 3]), **EXACT)
    assert torch.equal(context[0, :3], run(reader, "")["decoder.1.self_attention.context"][0, :3])
    assert len(all_heads(reader.model.config)) == 4 * (3 + 2 + 2)


# ---- decoding
def rerun_greedily(reader: TinyReader, edit: Edit, steps: int) -> list[int]:
    """Greedy decoding without any cache: the whole edited model at every step."""
    source, said = torch.tensor([edit.source(reader, reader.read(SENTENCE)).ids]), [START]
    for _ in range(steps):
        logits = reader.model(source, torch.tensor([said]), edit.probe(reader))
        said.append(int(logits[0, -1].argmax()))
        if said[-1] == END:
            break
    return said[1:]


@pytest.mark.parametrize("written", EVERY_CHANGE)
def test_decoding_by_cached_steps_equals_running_the_whole_edited_model(reader: TinyReader, written: str) -> None:
    edit = parse(written)
    ids = edit.source(reader, reader.read(SENTENCE)).ids
    probe = edit.probe(reader)
    short = SearchOptions(max_length=8)
    (found,) = greedy(reader.model, [ids], short, probe=probe)
    assert list(found.tokens) == rerun_greedily(reader, edit, 8)
    if probe is not None and not probe.looks_ahead:  # a beam: by cached steps, and with the whole run anew
        whole = edit.probe(reader)
        assert whole is not None
        whole.looks_ahead = True
        cached, anew = (beam_search(reader.model, [ids], 3, options=short, probe=each)[0] for each in (probe, whole))
        assert [each.tokens for each in cached.hypotheses] == [each.tokens for each in anew.hypotheses]
        assert cached.best.score == pytest.approx(anew.best.score, abs=1e-9)


def test_with_another_sentences_memory_its_translation_is_said(reader: TinyReader) -> None:
    edit = parse(f"memory:{escaped(OTHER)}")
    found = edited_translation(reader, reader.read(SENTENCE), edit, Greedy())
    assert found.hypothesis == greedy(reader.model, [reader.read(OTHER).ids])[0]


def test_a_patch_of_the_whole_memory_is_the_other_sentence(reader: TinyReader) -> None:
    other = reader.read("The dog eats bread.")
    same_length = reader.read("The dog eats water.")
    assert len(other.ids) == len(same_length.ids)
    last = reader.model.config.encoder_layers - 1
    edit = parse(",".join(f"patch:encoder.{last}:{at}:{escaped(other.text)}" for at in range(len(other.ids))))
    found = edited_translation(reader, same_length, edit, Greedy())
    assert found.hypothesis.tokens == greedy(reader.model, [other.ids])[0].tokens


def test_sixteen_threads_with_different_edits_never_see_each_others(reader: TinyReader) -> None:
    chosen = [parse(written) for written in EVERY_CHANGE[:16]]
    alone = [run(reader, edit.written)["logits"] for edit in chosen]
    shared = {edit.written: edit.probe(reader) for edit in chosen}

    def work(index: int) -> bool:
        edit = chosen[index % 16]
        source, target = tokens_of(reader, edit)
        with torch.inference_mode():
            logits = reader.model(source, target, shared[edit.written])
        return torch.equal(logits, alone[index % 16])

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(work, range(64)))
    assert torch.equal(run(reader, "")["logits"], run(reader, "")["logits"])


def test_heads_ablated_in_the_rows_of_a_batch_are_ablated_as_one_by_one(reader: TinyReader) -> None:
    source = reader.read(SENTENCE)
    edits = [
        parse(each)
        for each in ("zero_head:cross.1.2", "skip:encoder.0", "keep_kind:cross", "", "mean_head:encoder.2.1")
    ]
    edits += [edits[0] + parse("zero_head:cross.1.2,keep_head:decoder.0.1")]
    table = ablate(reader, source, edits)
    assert table["drop"].abs().max() > 1e-3
    for row, edit in zip(table.itertuples(), edits, strict=True):
        found = compare(reader, source, edit, Greedy())
        before, after = found.log_probabilities
        assert row.edit == edit.written
        assert row.translation == found.after.text
        assert row.changed == (found.first_difference is not None)
        assert (None if row.first_change is pd.NA else row.first_change) == found.first_difference
        assert row.log_probability == pytest.approx(after, abs=1e-3)
        assert row.drop == pytest.approx(before - after, abs=1e-3)


# ---- both worlds
def test_a_comparison_says_what_became_of_each_token(reader: TinyReader) -> None:
    source = reader.read(SENTENCE)
    found = compare(reader, source, parse("keep_kind:encoder"), Greedy())
    one, other = found.before.hypothesis.tokens, found.after.hypothesis.tokens
    assert one != other
    step = found.first_difference
    assert step is not None
    assert one[:step] == other[:step]
    assert one[step] != other[step]
    joined = [
        [word for change in found.words for word in side(change)] for side in (lambda c: c.before, lambda c: c.after)
    ]
    assert all(joined)
    table = found.probabilities
    assert list(table["token"]) == list(found.before.tokens)
    edited = reader.model(torch.tensor([source.ids]), torch.tensor([[START, *one[:-1]]]), found.edit.probe(reader))
    expected = edited[0].softmax(-1)[range(len(one)), list(one)].tolist()
    assert table["after"].tolist() == pytest.approx(expected, rel=1e-4)
    assert math.log(math.prod(table["before"])) == pytest.approx(found.log_probabilities[0], rel=1e-3)
    same = compare(reader, source, parse("exchange:encoder.1:1"), Greedy())
    assert same.first_difference is None
    assert all(change.same for change in same.words)
    assert usage("force") == "force:column[:where]"
