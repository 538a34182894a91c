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
from transformer.errors import EditError, GlassformerError
from transformer.model.folder import save_model
from transformer.model.loss import translation_loss
from transformer.model.one_stack import OneStack
from transformer.model.probe import intervene
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import PAD, START

EXACT = {"rtol": 0, "atol": 1e-10}
SOURCES = [[5, 6, 7, 2], [8, 9, 10, 11, 12, 13, 2], [4, 2]]
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


@pytest.mark.parametrize("positions", ["learned", "sinusoidal"])
def test_padding_changes_nothing(positions: str) -> None:
    model, target = one_stack(positions=positions), random_tokens(3, 6)
    together = model(pad_rows(SOURCES), target)
    for row, source in enumerate(SOURCES):
        torch.testing.assert_close(together[row], model(torch.tensor([source]), target[row : row + 1])[0], **EXACT)


def test_nothing_looks_ahead_in_either_language() -> None:
    model, both = one_stack(), random_tokens(1, 9)
    before = model.read(both[:, :5], both[:, 5:])
    for changed in range(9):
        other = both.clone()
        other[0, changed] = 3
        now = model.read(other[:, :5], other[:, 5:])
        torch.testing.assert_close(now[:, :changed], before[:, :changed], **EXACT)
        assert not torch.allclose(now[:, changed:], before[:, changed:])


def test_step_by_step_it_says_what_the_whole_says() -> None:
    model, options = one_stack(), SearchOptions(max_length=9)
    for found in (
        greedy(model, SOURCES, options),
        [each.best for each in beam_search(model, SOURCES, 3, 1.0, options)],
    ):
        for source, hypothesis in zip(SOURCES, found, strict=True):
            rows = model(torch.tensor([source]), torch.tensor([[START, *hypothesis.tokens[:-1]]]))[0].log_softmax(-1)
            told = rows[range(len(rows)), list(hypothesis.tokens)].tolist()
            assert hypothesis.log_probabilities == pytest.approx(told, abs=1e-6)  # beam search adds in float32


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
    difference = question.score(question.hidden(1, lambda _, value: value)) - question.score(question.hidden(1, empty))
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
def test_it_is_trained_by_the_same_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    sizes = "--preset one-stack --vocabulary 160 --d-model 8 --heads 2 --d-ff 8 --decoder-layers 1 --dropout 0"
    more = "--steps 2 --batch-tokens 60 --validate-every 2 --average 1 --device cpu --optimizer muon --source-loss 0.5"
    out = tmp_path / "run"
    assert main(f"train --corpus {write_tsv(tmp_path / 'pairs.tsv')} --out {out} {sizes} {more}".split()) == 0
    assert isinstance(transformer.load(out / "model").model, OneStack)
    assert "One stack of 1 layers, pre-norm" in output_of(capsys, ["info", "--model", str(out / "model")])
