"""One stack: equal to PyTorch's own layers, causal over both languages, and the same in every way of decoding it."""

import math
from pathlib import Path

import pytest
import torch
from command_line import assert_one_error_line, output_of
from tiny import random_tokens, tiny_config, write_tsv
from torch import Tensor, nn
from torch_twin import copy_layer

import transformer
from transformer import Translator
from transformer.__main__ import main
from transformer.decoding.beam_search import beam_search
from transformer.decoding.greedy import greedy
from transformer.decoding.search import SearchOptions
from transformer.decoding.strategies import Greedy, Sampling
from transformer.errors import ConfigError, EditError, GlassformerError
from transformer.model.folder import save_model
from transformer.model.layers import FeedForward
from transformer.model.loss import translation_loss
from transformer.model.one_stack import OneStack
from transformer.model.positional import rotate
from transformer.model.probe import Recorder, intervene
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import PAD, START
from transformer.training import changes as changed_runs
from transformer.training.changes import CHANGES, load_changes

EXACT = {"rtol": 0, "atol": 1e-10}
SOURCES = [[5, 6, 7, 2], [8, 9, 10, 11, 12, 13, 2], [4, 2]]
SMALL = {name: {**change, **({"d_ff": 16} if "d_ff" in change else {})} for name, change in CHANGES.items()}
TEXT, SCORES = "The cat drinks water.", "decoder.0.self_attention.masked_scores"


def one_stack(**changes: object) -> OneStack:
    torch.manual_seed(5)
    model = OneStack(tiny_config(encoder_layers=0, **{"norm": "pre", "positions": "learned", **changes})).double()
    model.requires_grad_(False)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            if name.endswith("bias") or "norm" in name:
                parameter.normal_(mean=float("norm.weight" in name), std=0.3)
    return model.eval()


@pytest.fixture(scope="module")
def translator(tmp_path_factory: pytest.TempPathFactory, tiny_tokenizer) -> Translator[OneStack]:
    size = tiny_tokenizer.size
    folder = tmp_path_factory.mktemp("models") / "one"
    card = {"source_language": "en", "target_language": "fr"}
    save_model(folder, one_stack(vocabulary_size=size, max_length=48), tiny_tokenizer, torch.zeros(size), card)
    return transformer.load(folder)


@pytest.mark.filterwarnings("ignore:enable_nested_tensor")
@pytest.mark.parametrize("norm", ["pre", "post"])
@pytest.mark.parametrize("positions", ["learned", "sinusoidal"])
@pytest.mark.parametrize("tied", [True, False])
def test_it_equals_torchs_layers_with_the_same_weights(norm: str, positions: str, tied: bool) -> None:
    model = one_stack(norm=norm, positions=positions, tied_embeddings=tied)
    layer = nn.TransformerEncoderLayer(16, 4, 24, 0.0, batch_first=True, norm_first=norm == "pre", dtype=torch.float64)
    twin = nn.TransformerEncoder(layer, 2)
    source, target = random_tokens(3, 5, seed=1), random_tokens(3, 6, seed=2)
    with torch.no_grad():
        for theirs, ours in zip(twin.layers, model.decoder_layers, strict=True):
            copy_layer(theirs, ours)
        x = model.embedding.weight[torch.cat([source, target], dim=1)] * 4.0 + model.positions.table[:11]  # √16 = 4
        theirs = model.decoder_norm(twin(x, mask=torch.ones(11, 11).triu(1).bool()))[:, 5:]
        torch.testing.assert_close(model(source, target), theirs @ model.output_projection.weight.T, **EXACT)


@pytest.mark.parametrize("change", CHANGES)
def test_padding_changes_nothing(change: str) -> None:
    model, target = one_stack(**SMALL[change]), random_tokens(3, 6)
    together = model(pad_rows(SOURCES), target)
    for row, source in enumerate(SOURCES):
        torch.testing.assert_close(together[row], model(torch.tensor([source]), target[row : row + 1])[0], **EXACT)


@pytest.mark.parametrize("prefix", [False, True])
def test_nothing_looks_ahead_but_the_source_in_itself_if_it_is_a_prefix(prefix: bool) -> None:
    model, both = one_stack(prefix=prefix), random_tokens(1, 9)
    before = model.read(both[:, :5], both[:, 5:])
    for changed in range(9):
        other = both.clone()
        other[0, changed] = 3
        now = model.read(other[:, :5], other[:, 5:])
        is_same = torch.isclose(now, before, **EXACT).all(dim=-1)[0].tolist()
        first = 0 if prefix and changed < 5 else changed
        assert is_same == [True] * first + [False] * (9 - first)


@pytest.mark.parametrize("change", CHANGES)
def test_step_by_step_it_says_what_the_whole_says(change: str) -> None:
    model, options = one_stack(**SMALL[change]), SearchOptions(max_length=9)
    for found in (
        greedy(model, SOURCES, options),
        [each.best for each in beam_search(model, SOURCES, 3, 1.0, options)],
    ):
        for source, hypothesis in zip(SOURCES, found, strict=True):
            rows = model(torch.tensor([source]), torch.tensor([[START, *hypothesis.tokens[:-1]]]))[0].log_softmax(-1)
            told = rows[range(len(rows)), list(hypothesis.tokens)].tolist()
            assert hypothesis.log_probabilities == pytest.approx(told, abs=1e-6)  # beam search adds in float32


def test_rotated_queries_and_keys_know_only_how_far_apart_they_are() -> None:
    query, key = torch.randn(2, 1, 4, 5, 8, dtype=torch.float64).unbind()
    places = torch.arange(5)[None]
    near, far = (rotate(query, places + by) @ rotate(key, places + by).mT for by in (0, 70))
    torch.testing.assert_close(near, far, rtol=0, atol=1e-5)  # the angles are float32
    first = rotate(key, places)[0, 0, 3, :2]
    turned = torch.view_as_complex(key[0, 0, 3, :2]) * torch.polar(torch.tensor(1.0), torch.tensor(3.0))
    torch.testing.assert_close(torch.view_as_complex(first), turned.to(torch.complex128), rtol=0, atol=1e-6)


def test_grouped_queries_are_heads_with_the_same_keys_and_values() -> None:
    grouped, whole = one_stack(key_heads=2), one_stack()
    weights = grouped.state_dict()
    for name, value in weights.items():
        if "key_projection" in name or "value_projection" in name:
            weights[name] = value.unflatten(0, (2, 1, 4)).expand(2, 2, 4, *value.shape[1:]).flatten(0, 2)
    whole.load_state_dict(weights)
    source, target = random_tokens(2, 5), random_tokens(2, 6)
    torch.testing.assert_close(grouped(source, target), whole(source, target), **EXACT)


def test_a_gate_multiplies_the_hidden_part() -> None:
    layer, x = FeedForward(8, 6, "swish", gated=True), torch.randn(2, 3, 8)
    expected = layer.contract(torch.nn.functional.silu(layer.expand(x)) * layer.gate(x))
    torch.testing.assert_close(layer(x), expected)


def test_concatenated_positions_replace_a_quarter_of_a_token() -> None:
    model, recorder = one_stack(positions="concatenated"), Recorder()
    model(torch.tensor(SOURCES[:1]), random_tokens(1, 3), recorder)
    token, place, both = (recorder.activations[f"decoder.{name}"] for name in ("embedding", "positions", "input"))
    torch.testing.assert_close(both, torch.cat([token[..., : -token.size(-1) // 4], place], dim=-1))


def test_what_came_later_needs_one_stack() -> None:
    positions = ({"positions": "rotary"}, {"positions": "concatenated"})
    for change in (*positions, {"gated": True}, {"norm_kind": "rms"}, {"key_heads": 2}, {"prefix": True}):
        with pytest.raises(ConfigError, match="need one stack"):
            tiny_config(**change)
        assert tiny_config(encoder_layers=0, **change).one_stack


def test_where_a_probe_looks_ahead_each_step_reads_the_whole_again() -> None:
    model = one_stack()
    probe = intervene({SCORES: lambda scores: scores.masked_fill(scores == -math.inf, 0.0)})
    probe.looks_ahead = True
    (found,) = greedy(model, SOURCES[:1], SearchOptions(max_length=9, probe=probe))
    for step, (token, told) in enumerate(zip(found.tokens, found.log_probabilities, strict=True)):
        logits = model(torch.tensor(SOURCES[:1]), torch.tensor([[START, *found.tokens[:step]]]), probe)[0, -1]
        assert float(logits.log_softmax(-1)[token]) == pytest.approx(told, abs=1e-9)


@pytest.mark.parametrize("smoothing", [0.0, 0.1])
def test_the_loss_counts_the_source_as_much_as_it_is_told(smoothing: float) -> None:
    model, source, target = one_stack(), pad_rows(SOURCES), random_tokens(3, 6)
    target[1, 4:] = PAD
    only = translation_loss(model, source, target, smoothing)
    # As a language model, the same stack reads the source as a text of its own.
    nothing = source[:, :0]
    costs = -model.project(model.read(nothing, source[:, :-1])).log_softmax(dim=-1)
    each = (1 - smoothing) * costs.gather(-1, source[:, 1:, None])[..., 0] + smoothing * costs.mean(dim=-1)
    expected = only + 0.5 * each[source[:, 1:] != PAD].sum()
    torch.testing.assert_close(translation_loss(model, source, target, smoothing, source_loss=0.5), expected, **EXACT)


def test_a_folder_gives_the_same_model_again(translator: Translator[OneStack]) -> None:
    assert isinstance(translator.model, OneStack)
    fresh = one_stack(vocabulary_size=translator.tokenizer.size, max_length=48)
    for name, parameter in fresh.named_parameters():
        torch.testing.assert_close(translator.model.get_parameter(name), parameter.half().float(), rtol=0, atol=0)


def test_it_translates_and_shows_what_it_computed(translator: Translator[OneStack]) -> None:
    translation = translator.decode(TEXT, Greedy(), record=True)
    trace = translation.trace
    source, target = len(trace.source_tokens), len(trace.target_tokens)
    assert list(trace) == list(translator.model.activation_names())
    attention = trace.attention("decoder", 1)
    assert attention.queries == attention.keys == (*trace.source_tokens, *trace.target_tokens)
    torch.testing.assert_close(attention.weights.sum(-1), torch.ones(4, source + target))
    assert torch.equal(trace.source_attention(1), attention.weights[:, source:, :source])
    assert trace.frame(SCORES, 0, rows="output").shape == (source + target, source + target)
    assert trace.frame("decoder.positions").shape == (source + target, 16)
    assert len(trace.frame("logits")) == target
    assert translation.attention().shape == (len(translation.tokens), source)
    assert len(translation.as_json()["cross_attention"]) == 2
    changed = translator.trace(TEXT, translation.hypothesis, probe=intervene({"decoder.0.feed_forward.output": abs}))
    assert not torch.equal(changed["logits"], trace["logits"])


def test_why_a_token_is_answered_by_what_it_reads(translator: Translator[OneStack]) -> None:
    table = translator.attribute(TEXT, 2)
    question = translator.ask(TEXT, 2)
    read = torch.tensor([[*question.source, *question.prefix]])
    assert list(table.columns[3:]) == ["attention", "attention_read_back", "gradient", "integrated", "leave_one_out"]
    assert table["attention"].sum() == pytest.approx(1.0)
    empty = intervene({"decoder.embedding": torch.zeros_like})
    whole, without = (
        question.score(question.hidden(torch.tensor([0]), probe)) for probe in (lambda _, value: value, empty)
    )
    difference = whole - without
    assert table["integrated"].sum() == pytest.approx(float(difference), abs=0.05 * max(1, abs(float(difference))))

    def without_the_first(name: str, value: Tensor) -> Tensor:
        if name == "decoder.embedding":
            return torch.cat([torch.zeros_like(value[:, :1]), value[:, 1:]], dim=1)
        if name.endswith("masked_scores"):
            value[..., 1:, 0] = -math.inf
        return value

    logits = (
        translator.model(read[:, : len(question.source)], read[:, len(question.source) :], probe)[0, -1]
        for probe in (None, without_the_first)
    )
    own, other = (float(each[question.token]) for each in logits)
    assert table["leave_one_out"].iloc[0] == pytest.approx(own - other, abs=1e-4)
    with pytest.raises(GlassformerError, match="needs an encoder"):
        translator.attribute(TEXT, 2, method="alti")


@pytest.mark.parametrize("strategy", [Sampling(temperature=0.7, top_k=5, top_p=0.9, seed=3), Greedy(), None])
def test_it_writes_on_from_a_beginning_without_a_separator(translator, strategy) -> None:
    writing = translator.write_on("The cat", strategy, max_length=6)
    assert writing == translator.write_on("The cat", strategy, max_length=6)
    written = writing.hypothesis.tokens
    assert 1 <= len(written) <= 6
    assert writing.text.startswith("The cat")
    assert writing.beginning == translator.spell("The cat").ids
    told = writing.log_probabilities[range(len(written)), list(written)]
    assert told.tolist() == pytest.approx(list(writing.hypothesis.log_probabilities), abs=1e-4)
    if strategy is not None:
        assert (strategy.drawn_from(writing.log_probabilities)[range(len(written)), list(written)] > 0).all()


def test_what_it_cannot_do_is_said_in_a_sentence(translator: Translator[OneStack], tmp_path: Path, capsys) -> None:
    for ask in (
        lambda: translator.ablate(TEXT),
        lambda: translator.compare(TEXT, "causal_off"),
        lambda: translator.head_means,
    ):
        with pytest.raises(EditError, match="it is one stack"):
            ask()
    with pytest.raises(GlassformerError, match="type at least one word"):
        translator.write_on(" ")
    with pytest.raises(ValueError, match="too long"):
        translator.model(torch.full((1, 49), 5), torch.tensor([[START]]))
    pairs = write_tsv(tmp_path / "pairs.tsv")
    line = ["train", "--corpus", pairs, "--out", str(tmp_path / "run"), "--preset", "tiny", "--source-loss", "0.5"]
    assert_one_error_line(capsys, line, "Only one stack learns the source")


@pytest.mark.slow
def test_runs_with_one_change_each_go_on_where_they_stopped(tmp_path, monkeypatch, capsys) -> None:
    monkeypatch.setattr(changed_runs, "CHANGES", {name: SMALL[name] for name in ("base", "RoPE")})
    monkeypatch.setattr(changed_runs, "BASE", tiny_config(encoder_layers=0, vocabulary_size=160, d_ff=8, norm="pre"))
    line = f"record changes --corpus {write_tsv(tmp_path / 'pairs.tsv')} --out {tmp_path / 'changes.json'} --device cpu"
    for seeds in ((1,), (1, 2)):
        monkeypatch.setattr(changed_runs, "SEEDS", seeds)
        assert main(f"{line} --steps 2 --batch-tokens 60".split()) == 0
    runs = load_changes(tmp_path / "changes.json").runs
    assert [(run.name, run.seed) for run in runs] == [("base", 1), ("RoPE", 1), ("base", 2), ("RoPE", 2)]
    assert len({run.loss for run in runs}) == 4
    assert capsys.readouterr().out.count("ChangedRun") == 4
    assert_one_error_line(capsys, f"{line} --steps 3".split(), "other options")


@pytest.mark.slow
def test_it_is_trained_by_the_same_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = "--preset one-stack --vocabulary 160 --d-model 8 --heads 2 --d-ff 8 --decoder-layers 1 --dropout 0"
    more = "--steps 2 --batch-tokens 60 --validate-every 2 --average 1 --device cpu --optimizer muon --source-loss 0.5"
    out = tmp_path / "run"
    assert main(f"train --corpus {write_tsv(tmp_path / 'pairs.tsv')} --out {out} {sizes} {more}".split()) == 0
    assert isinstance(transformer.load(out / "model").model, OneStack)
    assert "One stack of 1 layers, pre-norm" in output_of(capsys, ["info", "--model", str(out / "model")])
