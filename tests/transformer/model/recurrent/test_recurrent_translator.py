"""A recurrent network in a translator: it translates and shows itself, and says what it has not."""

import dataclasses
from pathlib import Path

import pytest
import torch
from command_line import assert_one_error_line, output_of
from tiny import PAIRS

import transformer
from transformer import Translator
from transformer.__main__ import main
from transformer.decoding.strategies import Greedy
from transformer.decoding.trace import labels
from transformer.errors import EditError
from transformer.model.building import build
from transformer.model.folder import save_model
from transformer.model.recurrent.config import RecurrentConfig
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.text.tokenizer import SubwordTokenizer

TEXTS = ["", "   ", "I love you. " * 200, "🙂🙃", "你好", "<b>&amp;</b>", "</s><s><pad>", "The cat drinks water."]


@pytest.fixture(scope="module", params=["none", "additive", "dot"])
def recurrent(request: pytest.FixtureRequest, tmp_path_factory, tiny_tokenizer: SubwordTokenizer) -> Translator:
    torch.manual_seed(4)
    config = RecurrentConfig(tiny_tokenizer.size, 6, 7, 8, request.param, 5, max_length=48)
    folder = tmp_path_factory.mktemp("recurrent") / f"tiny-{request.param}"
    counts = torch.arange(tiny_tokenizer.size)
    save_model(folder, build(config), tiny_tokenizer, counts, {"source_language": "en", "target_language": "fr"})
    return transformer.load(folder)


@pytest.mark.parametrize("text", TEXTS)
def test_any_text_is_read_translated_and_traced(recurrent: Translator, text: str) -> None:
    translation = recurrent.translate(text, beam=2)
    assert (translation.text == "") >= translation.source.empty
    trace = recurrent.trace(text, "Je ne sais pas.")
    assert torch.isfinite(trace["logits"]).all()
    assert trace.frame("logits").shape == trace["logits"].shape
    attention = "decoder.0.cross_attention.weights"
    assert (attention in trace) == recurrent.model.config.looks_back
    if attention in trace:
        torch.testing.assert_close(trace[attention].sum(-1), torch.ones(trace[attention].shape[:2]))
        assert list(trace.frame(attention).columns) == labels(trace.source_tokens)


def test_it_scores_forks_and_records_as_a_transformer_does(recurrent: Translator) -> None:
    translation = recurrent.decode("The cat drinks water.", Greedy(), record=True)
    assert translation.runs is not None
    assert translation.runs.encoder == 1
    assert translation.runs.decoder == len(translation.tokens)
    steps = translation.steps(3)
    assert steps[steps["taken"]]["id"].tolist() == list(translation.hypothesis.tokens)
    forked = recurrent.fork(translation, 0, 9)
    assert forked.hypothesis.tokens[0] == 9
    scored = recurrent.score("The cat drinks water.", "Le chat boit de l'eau.")
    assert scored.hypothesis.log_probability < 0


def test_what_only_a_transformer_has_is_refused_in_a_sentence(recurrent: Translator) -> None:
    for ask in (
        lambda: recurrent.compare("The cat.", "causal_off"),
        lambda: recurrent.ablate("The cat."),
        lambda: recurrent.ask("The cat.", 0),
        lambda: recurrent.attribute("The cat.", 0),
        lambda: recurrent.patch("The cat.", "The dog."),
        lambda: recurrent.head_means,
        lambda: recurrent.translate("The cat.", edit="norm_off:encoder.0.self_attention"),
    ):
        with pytest.raises(EditError, match="it is a recurrent network, not a Transformer"):
            ask()


def test_where_a_transformer_is_needed_another_kind_is_refused(recurrent, tmp_path, tiny_tokenizer, capsys) -> None:
    folder = tmp_path / "before"
    save_model(folder, recurrent.model, tiny_tokenizer, recurrent.source_token_counts, recurrent.card)
    assert_one_error_line(capsys, ["measure", "heads", str(folder)], "is a recurrent network")
    assert main(["translate", "--model", str(folder), "The cat drinks water."]) == 0
    assert "Recurrent, " in output_of(capsys, ["info", "--model", str(folder)])


@pytest.mark.slow
def test_a_recurrent_model_is_trained_by_the_same_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tsv = tmp_path / "pairs.tsv"
    tsv.write_text("".join(f"{pair.source}\t{pair.target}\n" for pair in PAIRS), encoding="utf-8")
    sizes = "--embedding-size 8 --encoder-size 8 --decoder-size 8 --attention-size 8 --dropout 0"
    more = "--steps 2 --batch-tokens 60 --validate-every 2 --save-every 2 --average 1 --device cpu --optimizer muon"
    begin = f"train --model bahdanau --corpus {tsv} --vocabulary 160 --out {tmp_path / 'run'} {sizes} {more}"
    assert main(begin.split()) == 0
    trained = transformer.load(tmp_path / "run" / "model")
    assert isinstance(trained.model, RecurrentNetwork)
    assert dataclasses.asdict(trained.model.config)["attention"] == "additive"
    assert trained.card["parameters"]["attention"] > 0
    again = ["--vocabulary-of", str(tmp_path / "run" / "model"), "--out", str(tmp_path / "other"), *more.split()]
    assert main(["train", "--model", "gru", "--corpus", str(tsv), *again, *sizes.split()]) == 0
    other = transformer.load(tmp_path / "other" / "model")
    assert other.tokenizer.to_json() == trained.tokenizer.to_json()
    capsys.readouterr()
    for options, told in (
        (["--model", "gru", "--heads", "4"], "A model of the kind 'gru' has no --heads"),
        (["--encoder-size", "4"], "A model of the kind 'transformer' has no --encoder-size"),
        (["--model", "gru", "--preset", "tiny"], "has no --preset"),
    ):
        assert_one_error_line(capsys, ["train", "--corpus", str(tsv), "--out", str(tmp_path / "x"), *options], told)
