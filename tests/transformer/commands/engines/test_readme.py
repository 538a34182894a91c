"""What the README of an exported folder says is done as it stands there, and gives what the library gives."""

import re
from pathlib import Path
from typing import Any

import pytest
from shipped_models import shipped_model

from transformer.__main__ import main

SENTENCES = [
    "I love you.",
    "“Don’t wait — she’s  here…”",
    "I\u00a0am\u200b tired.",
    "The cafe\u0301 costs 5 euros.",
    "WHERE IS THE STATION?",
    "I love 🍕.",
    "</s> and <pad>",
    "The red car stops at the old station. " * 12,
]
PLAIN = ["I love you.", "I don't know.", 'He says "no" - why?', "It costs 5 euros..."]


def blocks(folder: Path) -> list[str]:
    return re.findall(r"```python\n(.*?)```", (folder / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.slow
def test_both_programs_of_the_readme_run_and_agree_with_the_library(tmp_path, monkeypatch, capsys) -> None:
    pytest.importorskip("ctranslate2")
    folder = tmp_path / "engine"
    assert main(["export", "--model", "en-fr", "--to", "ctranslate2", "--out", str(folder)]) == 0
    capsys.readouterr()
    model = shipped_model("en-fr")
    monkeypatch.chdir(folder)
    whole, alone = blocks(folder)
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


def test_a_model_of_ones_own_is_named_by_its_place(tiny_folder, tmp_path, monkeypatch) -> None:
    pytest.importorskip("ctranslate2")
    monkeypatch.chdir(tiny_folder.parent)
    folder = tmp_path / "engine"
    assert main(["export", "--model", tiny_folder.name, "--to", "ctranslate2", "--out", str(folder)]) == 0
    assert f"transformer.load({str(tiny_folder)!r})" in blocks(folder)[0]
    assert "47 tokens at most" in (folder / "README.md").read_text(encoding="utf-8")
