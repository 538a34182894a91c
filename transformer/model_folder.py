"""A model is a folder: `config.json`, `model.safetensors` (16-bit), `tokenizer.json`, and `card.json`.

No pickle is ever written or read.
"""

import hashlib
import json
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar

import torch
from safetensors import SafetensorError
from safetensors.torch import load as load_tensors
from safetensors.torch import save as save_tensors
from torch import Tensor

from transformer.assets import asset
from transformer.errors import ConfigError, GlassformerError, ModelFolderError, TokenizerError
from transformer.files import write_atomically
from transformer.model.blueprint import Undrawn, without_numbers
from transformer.model.translation_model import TranslationModel
from transformer.recurrent.building import AnyConfig, build, config_from_dict
from transformer.text.tokenizer import SubwordTokenizer

SHIPPED_MODELS = asset("models")
COMPARISON_MODELS = SHIPPED_MODELS.with_name("before")
CONFIG_FILE, WEIGHTS_FILE, TOKENIZER_FILE, CARD_FILE = "config.json", "model.safetensors", "tokenizer.json", "card.json"
FINGERPRINT = "weights_sha256"  # in files of what was measured on a model: which weights those were
# Beside the weights: how often each token stood in the training sources, so that rare ones can be told.
_COUNTS = "source_token_counts"

Measured = TypeVar("Measured")


@dataclass(frozen=True)
class ModelFolder:
    """Everything a model folder holds.

    Attributes:
        name: of the folder, such as "en-fr".
        model: in evaluation mode, float32, frozen: no parameter asks for a gradient.
        source_token_counts: (V,), how often each token stood in the training sources.
        card: what it was trained on and how, its scores and licences.
    """

    name: str
    model: TranslationModel
    tokenizer: SubwordTokenizer
    source_token_counts: Tensor
    card: dict[str, Any]


def save_model(
    folder: Path,
    model: TranslationModel,
    tokenizer: SubwordTokenizer,
    source_token_counts: Tensor,
    card: dict[str, Any],
) -> None:
    """Write a model folder; each file is replaced whole, the weights last, so that an unfinished folder has none.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to.
    """
    weights = {name: value.detach().to("cpu", torch.float16) for name, value in model.named_parameters()}
    weights[_COUNTS] = source_token_counts.to("cpu", torch.int32)
    write_atomically(folder / CONFIG_FILE, _json(model.config.to_dict()))
    write_atomically(folder / TOKENIZER_FILE, tokenizer.to_json().encode())
    write_atomically(folder / CARD_FILE, _json(card))
    write_atomically(folder / WEIGHTS_FILE, save_tensors(weights, {"format": "pt"}))


def write_card(folder: Path, card: dict[str, Any]) -> None:
    """Replace a model folder's card."""
    write_atomically(folder / CARD_FILE, _json(card))


def shipped_models() -> list[str]:
    """Names of the models that come with the project, to translate with."""
    return _models_in(SHIPPED_MODELS)


def comparison_models() -> list[str]:
    """Names of the models that come with it to be compared: recurrent ones, and a Transformer trained as long."""
    return _models_in(COMPARISON_MODELS)


def find_model(name: str | Path) -> Path:
    """The folder of a shipped model's name or a path.

    Raises:
        ModelFolderError: if there is neither.
    """
    for place, names in ((SHIPPED_MODELS, shipped_models()), (COMPARISON_MODELS, comparison_models())):
        if str(name) in names:
            return place / str(name)
    folder = Path(name)
    if not folder.is_dir():
        raise ModelFolderError(
            f"There is no model {str(name)!r}: give the path of a model folder, or one of the shipped models "
            f"({', '.join([*shipped_models(), *comparison_models()]) or 'none here'})."
        )
    return folder


def load_model(name: str | Path, device: torch.device | str = "cpu") -> ModelFolder:
    """Read a model folder.

    Args:
        name: a shipped model's name, or a path.
        device: where the weights go.

    Raises:
        ModelFolderError: if a file is missing, truncated or foreign, or if the parts do not fit each other.
    """
    folder = find_model(name)
    config = _load_config(folder / CONFIG_FILE)
    try:
        tokenizer = SubwordTokenizer.load(folder / TOKENIZER_FILE)
    except TokenizerError as error:
        raise ModelFolderError(f"{error} Copy the model folder again.") from error
    if tokenizer.size != config.vocabulary_size:
        raise ModelFolderError(
            f"{folder / TOKENIZER_FILE} has {tokenizer.size} tokens, but the model has {config.vocabulary_size}: "
            "the vocabulary belongs to another model."
        )
    tensors = _load_tensors(folder / WEIGHTS_FILE)
    counts = tensors.pop(_COUNTS, torch.zeros(config.vocabulary_size, dtype=torch.int32))
    if counts.shape != (config.vocabulary_size,):
        raise ModelFolderError(
            f"In {folder / WEIGHTS_FILE}, {_COUNTS!r} is {tuple(counts.shape)}, not ({config.vocabulary_size},)."
        )
    _check_weights(config, tensors, folder / WEIGHTS_FILE)
    with Undrawn():
        model = build(config)
    with torch.no_grad():
        for name, parameter in model.named_parameters():
            parameter.copy_(tensors[name])
    card = _load_json(folder / CARD_FILE) if (folder / CARD_FILE).exists() else {}
    return ModelFolder(folder.name, model.to(device).eval().requires_grad_(False), tokenizer, counts, card)


def weights_fingerprint(folder: Path) -> str:
    """The SHA-256 of a model folder's weights.

    Raises:
        GlassformerError: if they cannot be read.
    """
    path = folder / WEIGHTS_FILE
    try:
        facts = path.stat()
        return _sha256(path, facts.st_mtime_ns, facts.st_size)
    except OSError as error:
        raise GlassformerError(f"{path} cannot be read: {error.strerror or error}.") from error


def load_measured(model: str | Path, file: str, read: Callable[[dict[str, Any]], Measured]) -> Measured | None:
    """What was measured on a model and is kept in a JSON file beside its weights.

    Such a file holds the fingerprint of the weights that were measured, under FINGERPRINT.

    Args:
        model: its name or path. file: the file's name. read: makes of its values what is wanted.

    Returns:
        None if there is no such file, if it is damaged, or if other weights were measured: it can be measured again.

    Raises:
        ModelFolderError: if there is no such model.
    """
    folder = find_model(model)
    try:
        values = json.loads((folder / file).read_text(encoding="utf-8"))
        return read(values) if values[FINGERPRINT] == weights_fingerprint(folder) else None
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


@lru_cache(maxsize=64)
def _sha256(path: Path, _written: int, _size: int) -> str:
    """Pages ask with every run: a file that was not written again is not read again."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _models_in(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if (path / CONFIG_FILE).exists())


def _check_weights(config: AnyConfig, tensors: dict[str, Tensor], path: Path) -> None:
    """Compare names and shapes with those of a model that takes no memory: config.json may ask for anything."""
    try:
        expected = dict(without_numbers(lambda: build(config)).named_parameters())
    except (RuntimeError, OverflowError) as error:
        raise ModelFolderError(f"{path.with_name(CONFIG_FILE)} asks for a model beyond all measure.") from error
    for name, parameter in expected.items():
        if name not in tensors:
            raise ModelFolderError(f"{path} lacks the weights {name!r}: it was written for another model.")
        if tensors[name].shape != parameter.shape:
            raise ModelFolderError(
                f"In {path}, {name!r} is {tuple(tensors[name].shape)}, "
                f"but config.json asks for {tuple(parameter.shape)}."
            )
        if not torch.isfinite(tensors[name].float()).all():
            raise ModelFolderError(f"In {path}, {name!r} holds numbers that are not finite: the file is damaged.")
    foreign = sorted(set(tensors) - set(expected))
    if foreign:
        raise ModelFolderError(f"{path} holds {foreign[0]!r}, which this model does not have.")


def _load_config(path: Path) -> AnyConfig:
    try:
        return config_from_dict(_load_json(path))
    except ConfigError as error:
        raise ModelFolderError(f"{path}: {error}") from error


def _load_tensors(path: Path) -> dict[str, Tensor]:
    if not path.exists():
        raise ModelFolderError(f"{path} is missing: copy the model folder again, or train a model.")
    try:
        return load_tensors(path.read_bytes())
    except (SafetensorError, OSError, ValueError) as error:
        raise ModelFolderError(f"{path} is truncated or no safetensors file ({error}): copy it again.") from error


def _load_json(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise ModelFolderError(f"{path} is missing: this is no complete model folder.")
    try:
        values = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ModelFolderError(f"{path} is damaged ({error}): copy the model folder again.") from error
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path} is not a model's file: a JSON object was expected.")
    return values


def _json(values: dict[str, Any]) -> bytes:
    return (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode()
