"""Builds any kind of translation model from its configuration."""

from typing import Any

from transformer.errors import ConfigError
from transformer.model.config import ModelConfig
from transformer.model.one_stack import OneStack
from transformer.model.recurrent.config import ARCHITECTURE, RecurrentConfig
from transformer.model.recurrent.network import RecurrentNetwork
from transformer.model.transformer import Transformer
from transformer.model.translation_model import AnyConfig, TranslationModel


def build(config: AnyConfig) -> TranslationModel:
    """A fresh model of these sizes."""
    if isinstance(config, RecurrentConfig):
        return RecurrentNetwork(config)
    return OneStack(config) if config.one_stack else Transformer(config)


def config_from_dict(values: dict[str, Any]) -> AnyConfig:
    """The configuration in a `config.json`; if it names no architecture, it is a Transformer's.

    Raises:
        ConfigError: for an unknown architecture, or as for the configurations themselves.
    """
    architecture = values.get("architecture")
    if architecture == ARCHITECTURE:
        return RecurrentConfig.from_dict(values)
    if architecture is not None:
        raise ConfigError(f"architecture must be {ARCHITECTURE!r} or left out, not {architecture!r}.")
    return ModelConfig.from_dict(values)
