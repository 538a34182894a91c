"""The measured roles beside the weights: there and back, never another model's, and the command that writes them."""

import json
import shutil
from pathlib import Path

import pytest
import torch
from tiny import tiny_model

import transformer
from transformer.__main__ import main
from transformer.analysis.measures.head_roles import HeadRole, HeadRoles, Share
from transformer.analysis.measures.head_roles_file import HEADS_FILE, load_head_roles, save_head_roles
from transformer.commands import heads
from transformer.corpora.everyday import grammar_pairs
from transformer.errors import GlassformerError, ModelFolderError
from transformer.model.folder import save_model

ROLES = HeadRoles(
    (
        HeadRole("encoder", 0, 0, {"previous token": Share(0.5, 0.125)}, 0.25),
        HeadRole("cross", 1, 3, {"aligned word": Share(0.75, 0.1641)}, 0.5, 0.3125),
    ),
    12,
    "by hand, “dev”",
    0.125,
)


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_folder, tmp_path / "measured-model"))


def test_there_and_back(folder: Path) -> None:
    assert load_head_roles(folder) is None
    path = save_head_roles(folder, ROLES)
    assert path == folder / HEADS_FILE
    assert load_head_roles(folder) == ROLES
    assert path.read_text(encoding="utf-8").count('"kind"') == 2
    transformer.load(folder)  # a folder with roles is still a model folder


def test_the_roles_of_other_weights_are_not_shown(folder: Path, tiny_tokenizer) -> None:
    save_head_roles(folder, ROLES)
    model = tiny_model(seed=6, vocabulary_size=tiny_tokenizer.size, max_length=48)
    save_model(folder, model, tiny_tokenizer, torch.arange(tiny_tokenizer.size), {})
    assert (folder / HEADS_FILE).exists()
    assert load_head_roles(folder) is None


@pytest.mark.parametrize("damage", ["", "{", "[]", "null", '{"weights_sha256": 3}', b"\xff\xfe"])
def test_a_damaged_file_counts_as_none(folder: Path, damage: str | bytes) -> None:
    (folder / HEADS_FILE).write_bytes(damage if isinstance(damage, bytes) else damage.encode())
    assert load_head_roles(folder) is None


@pytest.mark.parametrize("damage", [{"heads": [{}]}, {"heads": 3}, {"sentences": "many"}, {"heads": [{"shares": 1}]}])
def test_a_file_with_foreign_values_counts_as_none(folder: Path, damage: dict[str, object]) -> None:
    path = save_head_roles(folder, ROLES)
    path.write_text(json.dumps({**json.loads(path.read_text(encoding="utf-8")), **damage}), encoding="utf-8")
    assert load_head_roles(folder) is None


def test_a_model_that_is_not_there_is_said(tmp_path: Path) -> None:
    with pytest.raises(ModelFolderError, match="no model"):
        load_head_roles(tmp_path / "nothing")
    with pytest.raises(GlassformerError, match=r"model\.safetensors"):
        save_head_roles(tmp_path, ROLES)


def test_the_shipped_roles_belong_to_the_shipped_weights() -> None:
    roles = load_head_roles("en-fr")
    assert roles is not None, "run: python -m transformer heads --model en-fr"
    assert (len(roles.heads), roles.sentences) == (56, 200)
    aligned = [role for role in roles.heads if role.label == "aligned word"]
    assert len(aligned) >= 8
    assert all(role.error_rate is not None and role.error_rate < 0.5 for role in aligned)


def test_the_command_measures_and_writes(
    folder: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    asked: list[str] = []

    def pairs(split: str) -> list:
        asked.append(split)
        return grammar_pairs(split)

    monkeypatch.setattr(heads, "grammar_pairs", pairs)
    arguments = ["heads", "--model", str(folder), "--device", "cpu", "--split", "test", "--sentences", "7"]
    assert main(arguments) == 0
    printed = capsys.readouterr().out
    roles = load_head_roles(folder)
    assert roles is not None
    assert roles.source == "everyday, test"
    assert asked == ["test"]
    assert 0 < roles.sentences <= 7
    assert len(printed.splitlines()) == 2 + len(roles.heads) == 26
    assert str(folder / HEADS_FILE) in printed
    assert main([*arguments[:-1], "0"]) == 2
    assert "--sentences" in capsys.readouterr().err
