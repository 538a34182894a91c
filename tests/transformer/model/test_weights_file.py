"""Weights that do not belong to the model, or lead nowhere: refused before much is built, in one sentence."""

import json
import shutil
import tracemalloc
from pathlib import Path

import pytest
import torch
from damage import change_config, change_weights, error_of
from torch import Tensor

from transformer.model import weights
from transformer.model.folder import load_model, write_card

WEIGHT = "encoder_layers.0.feed_forward.expand.weight"


@pytest.fixture
def folder(tiny_folder: Path, tmp_path: Path) -> Path:
    """A model whose card tells no hashes, as those of earlier versions."""
    copied = Path(shutil.copytree(tiny_folder, tmp_path / "model"))
    (copied / "card.json").write_text("{}")
    return copied


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ({"max_length": 10**8}, "max_length must be a whole number from 1 to 16,384"),
        ({"encoder_layers": 10**6}, "encoder_layers must be a whole number from 0 to 1,000"),
        ({"decoder_layers": 999}, "has 2 decoder_layers, but"),
        ({"d_model": 262_144}, "but"),
        ({"d_model": 262_144, "max_length": 16_384}, "but"),
        ({"d_ff": 10**9}, "d_ff must be a whole number from 1 to 262,144"),
        ({"vocabulary_size": 10**30}, "vocabulary_size must be"),
        ({"heads": int("9" * 4_000)}, "heads must be"),
        ({"positions": "learned", "max_length": 16_384}, "lacks the weights"),
    ],
    ids=str,
)
def test_sizes_that_the_weights_do_not_have_cost_neither_memory_nor_time(folder, monkeypatch, changes, told) -> None:
    def read(_: object) -> None:
        raise AssertionError("the weights were read, though their header has other sizes")

    monkeypatch.setattr(weights, "load_tensors", read)
    monkeypatch.setattr("transformer.model.folder.build", read)
    monkeypatch.setattr("transformer.model.positional.sinusoid_table", few_positions)
    change_config(folder, **changes)
    tracemalloc.start()
    message = error_of(folder)
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert most < 20e6
    assert len(message) < 400 + 2 * len(str(folder))
    if "vocabulary_size" not in changes:
        assert told in message


def few_positions(length: int, d_model: int, base: float = 0.0) -> Tensor:
    assert length * d_model < 10**6, "a table of positions was made before the sizes were looked at"
    return torch.zeros(length, d_model)


@pytest.mark.parametrize("architecture", ["embedding_size", "encoder_size", "decoder_size", "max_length"])
def test_sizes_of_a_recurrent_network_have_limits_too(comparison_folder, tmp_path, architecture) -> None:
    folder = Path(shutil.copytree(comparison_folder / "en-fr-gru", tmp_path / "model"))
    change_config(folder, **{architecture: 10**8})
    assert f"{architecture} must be a whole number from 1 to" in error_of(folder)


@pytest.mark.parametrize(
    "kind", [torch.int8, torch.int64, torch.bool, torch.uint8, torch.float8_e5m2, torch.complex64], ids=str
)
def test_weights_of_another_kind_of_number_are_refused(folder: Path, kind: torch.dtype) -> None:
    change_weights(folder, lambda tensors: tensors.update({WEIGHT: tensors[WEIGHT].to(kind)}))
    message = error_of(folder)
    assert WEIGHT in message
    assert "kind" in message


@pytest.mark.parametrize(
    "kind", [torch.float8_e4m3fn, torch.float16, torch.bfloat16, torch.float32, torch.float64], ids=str
)
def test_weights_may_have_any_precision(folder: Path, kind: torch.dtype) -> None:
    stored = load_model(folder).model.get_parameter(WEIGHT)
    change_weights(folder, lambda tensors: tensors.update({WEIGHT: tensors[WEIGHT].to(kind)}))
    read = load_model(folder).model.get_parameter(WEIGHT)
    assert read.dtype == torch.float32
    assert read.equal(stored.to(kind).float())


def test_counts_must_be_whole_numbers(folder: Path) -> None:
    name = weights.COUNTS
    change_weights(folder, lambda tensors: tensors.update({name: tensors[name].float()}))
    assert name in error_of(folder)


@pytest.mark.parametrize("value", [60_000.0, -60_000.0, float("inf"), float("nan")])
def test_weights_that_lead_beyond_all_measure_are_refused(folder: Path, value: float) -> None:
    def fill(tensors: dict[str, Tensor]) -> None:
        for name, tensor in tensors.items():
            if name != weights.COUNTS:
                tensor.fill_(value)

    change_weights(folder, fill)
    assert str(folder / "model.safetensors") in error_of(folder)


def turn_tensors(tensors: dict[str, Tensor]) -> None:
    tensors[WEIGHT] = -tensors[WEIGHT]


def test_other_weights_of_the_same_shape_are_told_by_their_hash(tiny_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder, tmp_path / "model"))
    change_weights(folder, turn_tensors)
    assert "model.safetensors" in error_of(folder)
    card = json.loads((folder / "card.json").read_text())
    del card["sha256"]
    (folder / "card.json").write_text(json.dumps(card))
    assert load_model(folder).card == card  # an earlier version's card tells no hashes, and its model still loads
    write_card(folder, card)
    load_model(folder)
    assert sorted(json.loads((folder / "card.json").read_text())["sha256"]) == ["model.safetensors", "tokenizer.json"]


def test_a_permuted_vocabulary_is_told_by_its_hash(tiny_folder: Path, tmp_path: Path) -> None:
    folder = Path(shutil.copytree(tiny_folder, tmp_path / "model"))
    path = folder / "tokenizer.json"
    written = json.loads(path.read_text())
    ids = written["model"]["vocab"]
    special = {each["content"] for each in written["added_tokens"]}
    words = [word for word in ids if word not in special]
    numbers = [ids[word] for word in words]
    ids.update(zip(words, [*numbers[1:], numbers[0]], strict=True))
    path.write_text(json.dumps(written))
    assert "tokenizer.json" in error_of(folder)
