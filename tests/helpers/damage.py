"""Model folders changed on disk, and the one sentence with which loading them is refused."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from safetensors.torch import load_file, save_file
from torch import Tensor

from transformer.errors import ModelFolderError
from transformer.model.folder import load_model


def error_of(folder: Path | str) -> str:
    with pytest.raises(ModelFolderError) as error:
        load_model(folder)
    message = str(error.value)
    assert "\n" not in message
    assert message.endswith(".")
    return message


def change_config(folder: Path, **changes: object) -> None:
    path = folder / "config.json"
    path.write_text(json.dumps({**json.loads(path.read_text()), **changes}))


def change_weights(folder: Path, change: Callable[[dict[str, Tensor]], object]) -> None:
    tensors = load_file(folder / "model.safetensors")
    change(tensors)
    save_file(tensors, folder / "model.safetensors")
