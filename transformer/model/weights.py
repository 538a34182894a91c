"""The weights of a model folder: the header is checked against the configuration before any number is read."""

import dataclasses
import hashlib
from collections.abc import Mapping
from pathlib import Path

import torch
from safetensors import SafetensorError, safe_open
from safetensors.torch import load as load_tensors
from torch import Tensor

from transformer.errors import ModelFolderError
from transformer.model.blueprint import blueprint
from transformer.model.translation_model import AnyConfig, TranslationModel
from transformer.text.special_tokens import END, START

# Next to the weights: how often each token occurred in the training sources, to recognise rare ones.
COUNTS = "source_token_counts"
_STACKS = ("encoder_layers", "decoder_layers")  # configuration fields, and how the names of their weights begin
# Number types, as the header names them.
_WEIGHTS, _WHOLE_NUMBERS = ("F8_E4M3", "F16", "BF16", "F32", "F64"), ("I32", "I64")
# Above it, two float32 logits that differ by less than 1/16 are equal: no trained model comes near.
_LARGEST_LOGIT = 1e6

Header = Mapping[str, tuple[tuple[int, ...], str]]  # for every tensor, by name: its shape and its number type


def read_weights(path: Path, config: AnyConfig, config_path: Path) -> tuple[dict[str, Tensor], str]:
    """The tensors of a model with this configuration, including the counts if there are any.

    Args:
        config_path: where the configuration came from, for error messages.

    Returns:
        The tensors by their names, weights as float32, and the SHA-256 of the file.

    Raises:
        ModelFolderError: if the file is missing, truncated or foreign, if a tensor is missing, unexpected, not finite,
            or has a different shape or number type from what the configuration needs.
    """
    if not path.exists():
        raise ModelFolderError(f"{path} is missing: copy the model folder again, or train a model.")
    try:
        _check_header(_header(path), config, path, config_path)
        content = path.read_bytes()
        tensors = {name: tensor if name == COUNTS else tensor.float() for name, tensor in load_tensors(content).items()}
    except (SafetensorError, OSError, ValueError) as error:
        raise ModelFolderError(f"{path} is truncated or isn't a safetensors file ({error}): copy it again.") from error
    for name, tensor in tensors.items():
        if not all(map(torch.isfinite, tensor.aminmax())):  # either is NaN if any number is
            raise ModelFolderError(f"In {path}, {name!r} holds numbers that are not finite: the file is damaged.")
    return tensors, hashlib.sha256(content).hexdigest()


@torch.no_grad()
def check_speech(model: TranslationModel, path: Path) -> None:
    """Run the model on one word: finite numbers can still overflow when combined.

    Raises:
        ModelFolderError: if a logit is not finite, or so large that the others are lost in rounding.
    """
    word = [model.config.vocabulary_size - 1, END][: model.config.max_length]
    logits = model(torch.tensor([word]), torch.tensor([[START]]))
    if not bool((logits.abs() <= _LARGEST_LOGIT).all()):
        raise ModelFolderError(f"The weights in {path} make the numbers overflow: the file is damaged.")


def _header(path: Path) -> Header:
    with safe_open(str(path), framework="pt") as file:
        slices = {name: file.get_slice(name) for name in file.keys()}  # noqa: SIM118 (a safetensors file is no dict)
        return {name: (tuple(each.get_shape()), str(each.get_dtype())) for name, each in slices.items()}


def _check_header(header: Header, config: AnyConfig, path: Path, config_path: Path) -> None:
    for stack in _STACKS:
        asked = getattr(config, stack, 0)
        there = len({name.split(".")[1] for name in header if name.startswith(f"{stack}.")})
        if asked != there:
            raise ModelFolderError(f"{path} has {there} {stack}, but {config_path} asks for {asked}.")
    expected = {name: tuple(parameter.shape) for name, parameter in _blueprint(config, config_path).items()}
    if COUNTS in header:
        expected[COUNTS] = (config.vocabulary_size,)
    for name, shape in expected.items():
        if name not in header:
            raise ModelFolderError(f"{path} lacks the weights {name!r}: it was written for another model.")
        found, kind = header[name]
        if found != shape:
            raise ModelFolderError(f"In {path}, {name!r} is {found}, but {config_path} asks for {shape}.")
        if kind not in (kinds := _WHOLE_NUMBERS if name == COUNTS else _WEIGHTS):
            raise ModelFolderError(
                f"In {path}, {name!r} has numbers of type {kind}, not {' or '.join(kinds)}: it was not written "
                "by this program."
            )
    foreign = sorted(set(header) - set(expected))
    if foreign:
        raise ModelFolderError(f"{path} holds {foreign[0]!r}, which this model does not have.")


def _blueprint(config: AnyConfig, config_path: Path) -> dict[str, torch.nn.Parameter]:
    """The parameters of a model that takes no memory: only its sinusoids would, and no weight is as long as those."""
    waves = getattr(config, "positions", None) == "sinusoidal"
    short = dataclasses.replace(config, max_length=1) if waves else config
    try:
        return dict(blueprint(short).named_parameters())
    except (RuntimeError, OverflowError) as error:
        raise ModelFolderError(f"{config_path} asks for a model that is far too large.") from error
