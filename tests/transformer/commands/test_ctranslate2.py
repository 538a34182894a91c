"""A model written for CTranslate2 says what it says here, by the programs of the README that comes with it."""

import re
import sys
from pathlib import Path
from typing import Any

import pytest
import torch
from command_line import assert_one_error_line, output_of
from shipped_models import shipped_model
from tiny import tiny_model
from tiny_marian import save_marian

from transformer.commands.ctranslate2 import write_ctranslate2
from transformer.corpora.everyday import held_out_sentences
from transformer.decoding.greedy import greedy
from transformer.errors import GlassformerError
from transformer.text.special_tokens import END

SENTENCES = [
    *held_out_sentences()[:8],
    "“Don’t wait — she’s  here…”",
    "I\u00a0am\u200b tired.",
    "WHERE IS THE STATION?",
    "I love 🍕.",
    "</s> and <pad>",
    "The red car stops at the old station. " * 12,
]
PLAIN = ["I love you.", "I don't know.", 'He says "no" - why?', "It costs 5 euros..."]


def export(capsys: pytest.CaptureFixture[str], model: object, folder: Path) -> list[str]:
    """The programs of the README."""
    pytest.importorskip("ctranslate2")
    output_of(capsys, ["export", "--model", str(model), "--out", str(folder)])
    return re.findall(r"```python\n(.*?)```", (folder / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.slow
def test_both_programs_of_the_readme_run_and_agree_with_the_library(tmp_path, monkeypatch, capsys) -> None:
    whole, alone = export(capsys, "en-fr", tmp_path / "engine")
    model = shipped_model("en-fr")
    monkeypatch.chdir(tmp_path / "engine")
    names: dict[str, Any] = {}
    exec(whole, names)
    assert capsys.readouterr().out == f"{model.translate('I love you.', 1).text}\n"
    translated = [names["translated"](sentence) for sentence in SENTENCES]
    assert translated == [model.translate(sentence, 1).text for sentence in SENTENCES]
    for sentence in PLAIN:
        names = {}
        exec(alone.replace('"I don\'t know."', repr(sentence)), names)
        read = model.read(sentence)
        assert (tuple(names["ids"]), tuple(names["tokens"])) == (read.ids, read.tokens)


@pytest.mark.parametrize("changes", [{"activation": "swish"}, {"activation": "gelu", "norm": "pre"}])
def test_activations_norms_and_an_output_bias_are_handed_on(changes, tmp_path: Path, tiny_tokenizer) -> None:
    ctranslate2 = pytest.importorskip("ctranslate2")
    model = tiny_model(4, vocabulary_size=tiny_tokenizer.size, output_bias=True, **changes)
    with torch.no_grad():
        model.output_projection.bias[END] = 1.0  # so that a translation ends
    write_ctranslate2(model, tiny_tokenizer, tmp_path / "engine")
    sources = [[4 + each, 9, 30, END] for each in range(8)]
    tokens, limits = [tiny_tokenizer.tokens(each) for each in sources], {"beam_size": 1, "max_decoding_length": 18}
    found = ctranslate2.Translator(str(tmp_path / "engine")).translate_batch(tokens, **limits)
    ours = [each.tokens[:-1] if each.finished else each.tokens for each in greedy(model, sources)]
    assert [each.hypotheses[0] for each in found] == [tiny_tokenizer.tokens(each) for each in ours]
    assert len(set(ours)) > 2


def test_a_model_of_ones_own_is_named_by_its_place_and_not_overwritten(tiny_folder, tmp_path, capsys, monkeypatch):
    monkeypatch.chdir(tiny_folder.parent)
    folder = tmp_path / "engine"
    programs = export(capsys, tiny_folder.name, folder)
    assert f"transformer.load({str(tiny_folder)!r})" in programs[0]
    assert "47 tokens at most" in (folder / "README.md").read_text(encoding="utf-8")
    assert_one_error_line(capsys, ["export", "--model", str(tiny_folder), "--out", str(folder)], "already exists")
    monkeypatch.setitem(sys.modules, "ctranslate2", None)
    with pytest.raises(GlassformerError, match="pip install ctranslate2"):
        write_ctranslate2(tiny_model(), None, tmp_path / "other")


def test_only_glassformer_reads_the_vocabulary_of_an_imported_model(tmp_path: Path, capsys) -> None:
    assert len(export(capsys, save_marian(tmp_path / "opus"), tmp_path / "engine")) == 1
