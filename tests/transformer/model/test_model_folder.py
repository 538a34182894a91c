"""A model folder: there and back, and every damage told in one sentence that names the file."""

import errno
import os
from collections.abc import Callable
from pathlib import Path

import pytest
import torch
from damage import change_config, change_weights, error_of
from safetensors.torch import load_file
from tiny import tiny_model

from transformer.errors import GlassformerError
from transformer.model.folder import load_model, save_model, write_card


@pytest.mark.parametrize("norm", ["post", "pre"])
@pytest.mark.parametrize("positions", ["sinusoidal", "learned"])
@pytest.mark.parametrize("tied", [True, False])
def test_saving_and_loading_keeps_everything(tmp_path, tiny_tokenizer, norm, positions, tied) -> None:
    size = tiny_tokenizer.size
    model = tiny_model(8, vocabulary_size=size, norm=norm, positions=positions, tied_embeddings=tied)
    counts, card = torch.arange(size), {"command": "…", "scores": [{"bleu": 1.5}]}
    save_model(tmp_path / "name", model, tiny_tokenizer, counts, card)
    loaded = load_model(tmp_path / "name")
    assert sorted(os.listdir(tmp_path / "name")) == ["card.json", "config.json", "model.safetensors", "tokenizer.json"]
    assert loaded.name == load_model(str(tmp_path / "name")).name == "name"
    tensors = load_file(tmp_path / "name" / "model.safetensors").values()
    assert {tensor.dtype for tensor in tensors if tensor.is_floating_point()} == {torch.float16}
    assert loaded.model.config == model.config
    assert loaded.card == card
    assert torch.equal(loaded.source_token_counts, counts)
    assert loaded.tokenizer.to_json() == tiny_tokenizer.to_json()
    assert not loaded.model.training
    before, after = dict(model.named_parameters()), dict(loaded.model.named_parameters())
    assert before.keys() == after.keys()
    for name, parameter in before.items():
        assert after[name].dtype == torch.float32
        torch.testing.assert_close(after[name], parameter, rtol=1e-3, atol=1e-5)  # 16 bits


def test_a_card_can_be_replaced_or_missing(folder: Path) -> None:
    write_card(folder, {"language": "français"})
    assert load_model(folder).card == {"language": "français"}
    (folder / "card.json").unlink()
    assert load_model(folder).card == {}


def test_an_unknown_model_is_named(tmp_path: Path) -> None:
    assert "no-such" in error_of(tmp_path / "no-such")
    (tmp_path / "file").write_text("")
    assert "file" in error_of(tmp_path / "file")
    assert "There is no model ''" in error_of("")


@pytest.mark.parametrize("name", ["m" * 5_000, "runs/" * 1_000, "a\0b"], ids=["long", "deep", "zero"])
def test_an_impossible_name_is_told_and_shortened(name: str) -> None:
    message = error_of(name)
    assert message.startswith("There is no model '")
    assert len(message) < 500


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json"])
def test_a_missing_file_is_named(folder: Path, name: str) -> None:
    (folder / name).unlink()
    assert f"{folder / name} is missing" in error_of(folder)


@pytest.mark.parametrize("name", ["config.json", "model.safetensors", "tokenizer.json", "card.json"])
@pytest.mark.parametrize(
    "damage",
    [
        lambda content: b"",
        lambda content: content[: len(content) // 2],
        lambda content: b"\xff\xfe\x00" + content,
        lambda content: b"<html>not found</html>",
        lambda content: b"[1, 2]",
        lambda content: b"[" * 100_000,
        lambda content: b'{"a":' * 100_000,
    ],
    ids=["empty", "truncated", "binary", "html", "list", "brackets", "objects"],
)
def test_a_damaged_file_is_named(folder: Path, name: str, damage: Callable[[bytes], bytes]) -> None:
    path = folder / name
    path.write_bytes(damage(path.read_bytes()))
    assert str(path) in error_of(folder)


@pytest.mark.parametrize(
    "changes",
    [{"heads": 3}, {"dropout": 2}, {"d_model": "16"}, {"colour": "red"}, {"norm": None}, {"vocabulary_size": None}],
)
def test_an_impossible_configuration_is_named(folder: Path, changes: dict[str, object]) -> None:
    change_config(folder, **changes)
    message = error_of(folder)
    assert str(folder / "config.json") in message
    assert next(iter(changes)) in message


@pytest.mark.parametrize(
    "changes", [{"d_ff": 32}, {"encoder_layers": 3}, {"encoder_layers": 1}, {"norm": "pre"}, {"tied_embeddings": False}]
)
def test_weights_of_another_model_are_named(folder: Path, changes: dict[str, object]) -> None:
    change_config(folder, **changes)
    assert str(folder / "model.safetensors") in error_of(folder)


def test_foreign_names_and_shapes_and_numbers_are_named(folder: Path) -> None:
    whole = (folder / "model.safetensors").read_bytes()
    name = "encoder_layers.0.feed_forward.expand.weight"

    def poisoned(value: float) -> Callable[[dict[str, torch.Tensor]], None]:
        return lambda tensors: tensors[name].view(-1)[3:4].fill_(value)

    for change in (
        lambda tensors: tensors.pop(name),
        lambda tensors: tensors.update({name: tensors[name].T.contiguous()}),
        poisoned(float("nan")),
        poisoned(float("inf")),
    ):
        (folder / "model.safetensors").write_bytes(whole)
        change_weights(folder, change)
        message = error_of(folder)
        assert str(folder / "model.safetensors") in message
        assert name in message
    (folder / "model.safetensors").write_bytes(whole)
    change_weights(folder, lambda tensors: tensors.update(strange=torch.zeros(1)))
    assert "'strange'" in error_of(folder)


def test_counts_of_another_vocabulary_are_refused(folder: Path) -> None:
    change_weights(folder, lambda tensors: tensors.update(source_token_counts=torch.zeros(7, dtype=torch.int32)))
    assert str(folder / "model.safetensors") in error_of(folder)


def test_a_vocabulary_too_large_for_the_model_is_named(folder: Path, tmp_path: Path, tiny_tokenizer) -> None:
    small = tiny_model(vocabulary_size=tiny_tokenizer.size - 1)
    save_model(folder, small, tiny_tokenizer, torch.zeros(tiny_tokenizer.size - 1), {})
    message = error_of(folder)
    assert str(folder / "tokenizer.json") in message
    assert str(tiny_tokenizer.size) in message


@pytest.mark.parametrize(("function", "calls"), [("fsync", 1), ("fsync", 2), ("fsync", 4), ("replace", 1)])
def test_a_full_disk_leaves_the_old_model_whole(folder, tiny_tokenizer, monkeypatch, function, calls) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    made: list[object] = []

    def full(*given: object) -> None:
        made.append(given)
        if len(made) == calls:
            raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, function, full)
    model = tiny_model(9, vocabulary_size=tiny_tokenizer.size)
    with pytest.raises(GlassformerError, match="disk is full") as error:
        save_model(folder, model, tiny_tokenizer, torch.zeros(tiny_tokenizer.size), {})
    monkeypatch.undo()
    assert str(folder) in str(error.value)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    load_model(folder)
