"""A model is a folder: `config.json`, `model.safetensors` (16-bit, or 8-bit), `tokenizer.json`, and `card.json`.

No pickle is ever written or read.
"""

import hashlib
import json
import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from os import PathLike
from pathlib import Path
from typing import Any

import torch
from safetensors.torch import save as save_tensors
from torch import Tensor

from transformer.assets import asset
from transformer.checks import describe_value
from transformer.devices import choose_device
from transformer.errors import ArgumentError, ConfigError, GlassformerError, ModelFolderError, TokenizerError
from transformer.files import read_json, shorten, write_atomically, write_together
from transformer.model.blueprint import Undrawn
from transformer.model.building import build, config_from_dict
from transformer.model.card import HASHES, IMPORTED, check_card
from transformer.model.run_record import why_no_model
from transformer.model.translation_model import AnyConfig, TranslationModel
from transformer.model.weights import COUNTS, check_speech, read_weights
from transformer.text.paired import load_tokenizer
from transformer.text.tokenizer import SubwordTokenizer

SHIPPED_MODELS = asset("models")
COMPARISON_MODELS, LATER_MODELS = SHIPPED_MODELS.with_name("before"), SHIPPED_MODELS.with_name("after")
MODELS_VARIABLE = "GLASSFORMER_MODELS"  # the folder of your own models, trained or imported
CONFIG_FILE, WEIGHTS_FILE, TOKENIZER_FILE, CARD_FILE = "config.json", "model.safetensors", "tokenizer.json", "card.json"
EIGHT_BITS = torch.float8_e4m3fn  # of a matrix's numbers
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}")


@dataclass(frozen=True)
class ModelFolder:
    """Everything in a model folder.

    Attributes:
        name: of the folder, such as "en-fr".
        model: in evaluation mode, float32, frozen: no parameter requires a gradient.
        source_token_counts: (V,), how often each token occurs in the training sources; all zero if
            nobody knows.
        card: what it was trained on and how, its scores and licences.
    """

    name: str
    model: TranslationModel = field(repr=False)
    tokenizer: SubwordTokenizer
    source_token_counts: Tensor = field(repr=False)
    card: dict[str, Any] = field(repr=False)


def save_model(
    folder: Path,
    model: TranslationModel,
    tokenizer: SubwordTokenizer,
    source_token_counts: Tensor,
    card: dict[str, Any],
    matrices: torch.dtype = torch.float16,
) -> None:
    """Write a model folder; each file is replaced as a whole, the weights last, so that an unfinished folder has none.

    The card records the hashes of weights and vocabulary, so that `load_model` can check that they belong together.

    Args:
        matrices: the type of their numbers, 16 bits, or 8 such as `torch.float8_e4m3fn`; vectors always have 16.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to.
    """
    weights = compress(model, matrices)
    weights[COUNTS] = source_token_counts.to("cpu", torch.int32)
    hashed = {WEIGHTS_FILE: save_tensors(weights, {"format": "pt"}), TOKENIZER_FILE: tokenizer.to_json().encode()}
    hashes = {name: hashlib.sha256(content).hexdigest() for name, content in hashed.items()}
    write_together(
        {
            folder / CONFIG_FILE: _json(model.config.to_dict()),
            folder / TOKENIZER_FILE: hashed[TOKENIZER_FILE],
            folder / CARD_FILE: _json({**card, HASHES: hashes}),
            folder / WEIGHTS_FILE: hashed[WEIGHTS_FILE],
        }
    )


def compress(model: TranslationModel, matrices: torch.dtype) -> dict[str, Tensor]:
    """A model's weights by name: matrices with numbers of this type, vectors with 16 bits."""
    weights = {name: value.detach().cpu() for name, value in model.named_parameters()}
    return {name: value.to(matrices if value.dim() > 1 else torch.float16) for name, value in weights.items()}


@torch.no_grad()
def restore(config: AnyConfig, weights: Mapping[str, Tensor]) -> TranslationModel:
    """A model with these weights: in evaluation mode, float32, frozen."""
    with Undrawn():
        model = build(config)
    for name, parameter in model.named_parameters():
        parameter.copy_(weights[name])
    return model.eval().requires_grad_(False)


def read_card(name: str | Path) -> dict[str, Any]:
    """A model's card without the model; empty if it has none.

    Raises:
        ModelNotFoundError, ModelFolderError: as for `load_model`.
    """
    return _load_card(find_model(name) / CARD_FILE)


def write_card(folder: Path, card: dict[str, Any]) -> None:
    """Replace a model folder's card, adding the hashes of its files."""
    hashes = {name: _hash_of(folder / name) for name in (WEIGHTS_FILE, TOKENIZER_FILE)}
    write_atomically(folder / CARD_FILE, _json({**card, HASHES: hashes}))


def shipped_models() -> list[str]:
    """Names of the shipped models for translating."""
    return _models_in(SHIPPED_MODELS)


def comparison_models() -> list[str]:
    """Names of the shipped models for comparison: recurrent ones, a Transformer that trained for as long, one stack."""
    return [*_models_in(COMPARISON_MODELS), *_models_in(LATER_MODELS)]


def own_models_folder() -> Path:
    """Where your imported models are: the folder that `GLASSFORMER_MODELS` names, or one in your home folder."""
    chosen = os.environ.get(MODELS_VARIABLE, "").strip()
    home = Path(os.environ.get("XDG_DATA_HOME", "").strip() or os.path.expanduser("~/.local/share"))
    return Path(chosen) if chosen else home / "glassformer" / "models"


def imported_models() -> dict[str, Path]:
    """The folders of your imported models by name."""
    home = own_models_folder()
    try:
        names = _models_in(home)
    except OSError:  # a home folder that this user cannot read
        return {}
    return {name: home / name for name in names if is_model_name(name) and _is_imported(home / name)}


def is_model_name(name: str) -> bool:
    """Whether a model of yours can have this name: letters, digits, - and _, as in an address."""
    return _NAME.fullmatch(name) is not None


def find_model(name: str | Path) -> Path:
    """The folder of a model, given the name of a shipped or an imported one, or a path.

    Raises:
        ModelFolderError: if there is neither.
    """
    if not isinstance(name, str | PathLike):
        raise ArgumentError(f"A model must be a name or a path, not {describe_value(name)}.")
    for place in (SHIPPED_MODELS, COMPARISON_MODELS, LATER_MODELS):
        if str(name) in _models_in(place):
            return place / str(name)
    if is_model_name(str(name)) and _is_imported(own := own_models_folder() / str(name)):
        return own
    folder = Path(name)
    # A path of nothing is the current folder; `Path.is_dir` fails for a name that no folder can have.
    if name == "" or not os.path.isdir(folder):
        raise ModelFolderError(
            why_no_model(folder)
            or f"There is no model {shorten(name)!r}: give the path of a model folder, or one of the shipped models "
            f"({', '.join([*shipped_models(), *comparison_models(), *imported_models()]) or 'none here'})."
        )
    return folder


@torch.inference_mode(mode=False)  # its weights can serve for gradients too, wherever it is loaded
def load_model(name: str | Path, device: torch.device | str = "cpu") -> ModelFolder:
    """Read a model folder.

    Args:
        name: of a shipped or an imported model, or a path.
        device: where the weights go.

    Raises:
        ModelFolderError: if a file is missing, truncated or foreign, if the parts do not fit together, or if the model
            they make cannot run.
        GlassformerError: if there is no such device.
    """
    folder, place = find_model(name), choose_device(str(device))
    if not (folder / WEIGHTS_FILE).exists() and (reason := why_no_model(folder)):
        raise ModelFolderError(reason)
    config = _load_config(folder / CONFIG_FILE)
    card = _load_card(folder / CARD_FILE)
    try:
        tokenizer = load_tokenizer(folder / TOKENIZER_FILE)
    except TokenizerError as error:
        raise ModelFolderError(f"{error} Copy the model folder again.") from error
    if tokenizer.size != config.vocabulary_size:
        raise ModelFolderError(
            f"{folder / TOKENIZER_FILE} has {tokenizer.size} tokens, but the model has {config.vocabulary_size}: "
            "the vocabulary belongs to another model."
        )
    tensors, weights_hash = read_weights(folder / WEIGHTS_FILE, config, folder / CONFIG_FILE)
    _check_hashes(
        folder, card.pop(HASHES, {}), {WEIGHTS_FILE: weights_hash, TOKENIZER_FILE: _hash_of(folder / TOKENIZER_FILE)}
    )
    counts = tensors.pop(COUNTS, torch.zeros(config.vocabulary_size, dtype=torch.int32))
    model = restore(config, tensors)
    check_speech(model, folder / WEIGHTS_FILE)
    return ModelFolder(folder.name, model.to(place), tokenizer, counts, card)


def weights_fingerprint(folder: Path) -> str:
    """The SHA-256 of a model folder's weights.

    Raises:
        GlassformerError: if they cannot be read.
    """
    return _hash_of(folder / WEIGHTS_FILE)


def _hash_of(path: Path) -> str:
    """The SHA-256 of a file.

    Raises:
        GlassformerError: if it cannot be read.
    """
    try:
        facts = path.stat()
        return _sha256(path, facts.st_mtime_ns, facts.st_size)
    except OSError as error:
        raise GlassformerError(f"{path} cannot be read: {error.strerror or error}.") from error


@lru_cache(maxsize=64)
def _sha256(path: Path, _written: int, _size: int) -> str:
    """Pages call this on every run: an unchanged file is not read again."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def _models_in(folder: Path) -> list[str]:
    if not folder.is_dir():
        return []
    return sorted(path.name for path in folder.iterdir() if (path / CONFIG_FILE).exists())


def _is_imported(folder: Path) -> bool:
    """Whether it holds a model that was trained elsewhere."""
    try:
        return IMPORTED in read_json(folder / CARD_FILE)
    except (OSError, ValueError, TypeError):
        return False


def _check_hashes(folder: Path, expected_hashes: dict[str, str], found: dict[str, str]) -> None:
    """Check the files against the hashes in the card, if it has them: an earlier version's card has none."""
    for name, expected in expected_hashes.items():
        if name in found and found[name] != expected:
            raise ModelFolderError(
                f"{folder / name} is not the file that {folder / CARD_FILE} was written for: copy the model folder "
                f"again, or, if it was changed on purpose, take {HASHES!r} out of the card."
            )


def _load_config(path: Path) -> AnyConfig:
    try:
        return config_from_dict(_load_json(path))
    except ConfigError as error:
        raise ModelFolderError(f"{path}: {error}") from error


def _load_card(path: Path) -> dict[str, Any]:
    """A model's card, or an empty one."""
    if not path.exists():
        return {}
    card = _load_json(path)
    check_card(card, path)
    return card


def _load_json(path: Path) -> dict[str, Any]:
    if not path.exists():
        raise ModelFolderError(f"{path} is missing: this model folder is incomplete.")
    try:
        values = read_json(path)
    except (OSError, ValueError) as error:
        raise ModelFolderError(f"{path} is damaged ({error}): copy the model folder again.") from error
    if not isinstance(values, dict):
        raise ModelFolderError(f"{path} is not a model's file: a JSON object was expected.")
    return values


def _json(values: dict[str, Any]) -> bytes:
    return (json.dumps(values, indent=2, ensure_ascii=False) + "\n").encode()
