"""A model written for CTranslate2 says what it says here."""

import sys
from pathlib import Path

import pytest
import torch
from command_line import output_of
from shipped_models import shipped_model
from tiny import tiny_model

from transformer.__main__ import main
from transformer.commands.engines.ctranslate2 import CTranslate2Engine, write_ctranslate2
from transformer.corpora.everyday import held_out_sentences
from transformer.decoding.greedy import greedy
from transformer.errors import GlassformerError
from transformer.text.special_tokens import END


@pytest.mark.slow
def test_the_shipped_models_tokens_are_the_same_in_ctranslate2(tmp_path: Path) -> None:
    pytest.importorskip("ctranslate2")
    translator = shipped_model("en-fr")
    write_ctranslate2(translator.model, translator.tokenizer, tmp_path / "engine")
    engine = CTranslate2Engine(tmp_path / "engine", translator.model, translator.tokenizer)
    sources = [translator.read(sentence).ids for sentence in (*held_out_sentences()[:12], "Grüße <b>x</b> 🙂", "I")]
    ours = [each.tokens[:-1] if each.finished else each.tokens for each in greedy(translator.model, sources)]
    assert engine.decode(sources, beam=1, alpha=0) == ours
    assert engine.decode([]) == []


@pytest.mark.parametrize("activation", ["swish", "gelu"])
def test_another_activation_and_an_output_bias_are_handed_on(activation: str, tmp_path: Path, tiny_tokenizer) -> None:
    pytest.importorskip("ctranslate2")
    model = tiny_model(4, vocabulary_size=tiny_tokenizer.size, activation=activation, output_bias=True)
    with torch.no_grad():
        model.output_projection.bias[END] = 1.0  # so that a translation ends
    write_ctranslate2(model, tiny_tokenizer, tmp_path / "engine")
    engine = CTranslate2Engine(tmp_path / "engine", model, tiny_tokenizer)
    sources = [[4 + each, 9, 30, END] for each in range(8)]
    ours = [each.tokens[:-1] if each.finished else each.tokens for each in greedy(model, sources)]
    assert engine.decode(sources, beam=1, alpha=0) == ours
    assert len(set(ours)) > 2


@pytest.mark.slow
def test_translate_hands_its_lines_to_ctranslate2(capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ctranslate2")
    lines = ["I love you. The cat sleeps.", "", "We have a house."]
    said = []
    for engine in ("glassformer", "ctranslate2"):
        said.append(output_of(capsys, ["translate", "--engine", engine, "--beam", "1", *lines]))
    assert said[0] == said[1]
    assert said[0].count("\n") == 3


def test_a_folder_that_is_there_is_not_overwritten(tiny_folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("ctranslate2")
    assert main(["export", "--model", str(tiny_folder), "--to", "ctranslate2", "--out", str(tiny_folder)]) == 2
    assert "already exists" in capsys.readouterr().err


def test_without_ctranslate2_a_sentence_says_so(translator, tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with pytest.raises(GlassformerError, match="pip install ctranslate2"):
        write_ctranslate2(translator.model, translator.tokenizer, tmp_path / "engine")
