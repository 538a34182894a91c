"""A model written for ONNX Runtime gives the same logits, whatever the lengths."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from tiny import tiny_model

import transformer
from transformer.__main__ import main
from transformer.model.folder import load_model, save_model
from transformer.text.tokenizer import SubwordTokenizer

SOURCES = [[[7, 9, 5, 3]], [[7, 9, 5, 8, 12, 3], [7, 3, 0, 0, 0, 0]], [[9] * 40]]
TARGETS = [[[2]], [[2, 8, 9], [2, 7, 6]], [[2] + [11] * 30]]


@pytest.mark.slow
def test_the_logits_are_the_same_in_onnx_runtime_and_the_readme_gives_what_the_library_gives(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    runtime = pytest.importorskip("onnxruntime")
    pytest.importorskip("onnxscript")
    folder = tmp_path / "engine"
    read = load_model(tiny_folder)
    model = tiny_model(
        vocabulary_size=read.tokenizer.size, max_length=48, encoder_layers=1, decoder_layers=1, output_bias=True
    )
    save_model(tmp_path / "small", model, read.tokenizer, read.source_token_counts, read.card)
    assert main(["export", "--model", str(tmp_path / "small"), "--to", "onnx", "--out", str(folder)]) == 0
    encoder, decoder = (runtime.InferenceSession(str(folder / f"{name}.onnx")) for name in ("encoder", "decoder"))
    model = transformer.load(tmp_path / "small").model
    for source, target in zip(map(torch.tensor, SOURCES), map(torch.tensor, TARGETS), strict=True):
        (memory,) = encoder.run(None, {"source": source.numpy()})
        inputs = {"target": target.numpy(), "memory": memory, "source": source.numpy()}
        (logits,) = decoder.run(None, inputs)
        torch.testing.assert_close(torch.from_numpy(logits), model(source, target), atol=1e-4, rtol=0)
    assert SubwordTokenizer.load(folder / "tokenizer.json").size == model.config.vocabulary_size
    whole, alone = re.findall(r"```python\n(.*?)```", (folder / "README.md").read_text(encoding="utf-8"), re.DOTALL)
    monkeypatch.chdir(folder)
    capsys.readouterr()
    exec(whole, {})
    translator = transformer.load(tmp_path / "small")
    assert capsys.readouterr().out == f"{translator.translate('I love you.', 1).text}\n"
    names: dict[str, Any] = {}
    exec(alone, names)
    assert tuple(names["ids"]) == translator.read("I don't know.").ids


def test_without_the_libraries_a_sentence_says_so(
    tiny_folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "onnx", None)
    assert main(["export", "--model", str(tiny_folder), "--to", "onnx", "--out", str(tmp_path / "x")]) == 2
    assert "pip install onnx" in capsys.readouterr().err
    assert not (tmp_path / "x").exists()
