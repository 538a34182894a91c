"""Parameters of a model under its own names, which the browser fetches module by module, once for all sentences."""

from collections.abc import Sequence

import numpy as np
import streamlit as st

from transformer import ModelConfig, Transformer, Translator
from viewer.frame.activations import expand
from viewer.frame.pack_fp16 import pack_fp16
from viewer.transport.addresses import hand_out
from viewer.transport.payload import Payload


@st.cache_resource(show_spinner=False, max_entries=16)
def addresses(name: str, patterns: Sequence[str], _translator: Translator) -> dict[str, str] | None:
    """Where the browser finds the parameters of each module; None if no file can be written.

    Args:
        name: of the model. patterns: of modules, such as `encoder_layers.*.self_attention`.
    """
    found: dict[str, str] = {}
    for module in expand(patterns, _translator.model.config):
        packed = Payload({}, parameters(_translator.model, module)).pack()
        address = hand_out(module.replace(".", "_"), "safetensors", packed)
        if address is None:
            return None
        found[module] = address
    return found


def found_or_sent(
    name: str, patterns: Sequence[str], translator: Translator
) -> tuple[dict[str, str] | None, dict[str, np.ndarray]]:
    """Where the browser finds the parameters of modules, as `addresses`; else None, and the parameters themselves."""
    found = addresses(name, patterns, translator) if patterns else {}
    if found is not None:
        return found, {}
    model, sent = translator.model, expand(patterns, translator.model.config)
    return None, {key: each for module in sent for key, each in parameters(model, module).items()}


def parameters(model: Transformer, module: str) -> dict[str, np.ndarray]:
    """The parameters of one module, by their names in the model, such as `encoder_norm.weight`."""
    own = model.get_submodule(module).named_parameters(prefix=module)
    return {name: pack_fp16(parameter) for name, parameter in own}


def output_matrix(config: ModelConfig) -> str:
    """The module with the output matrix; tied, it is stored as the embedding's, to which a bias does not belong."""
    return "source_embedding" if config.tied_embeddings and not config.output_bias else "output_projection"
