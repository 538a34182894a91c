"""What the chapter on the residual stream says of the model alone: its kind, and which pieces its neurons point to."""

from collections.abc import Mapping, Sequence
from typing import Literal, TypedDict

import numpy as np
import streamlit as st
from torch import nn

from transformer import Translator
from transformer.analysis.measures.neurons import feed_forwards, find_promoted
from transformer.analysis.measures.stream import SUBLAYERS
from transformer.model.attentions import STACKS, Stack
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips_within

LARGEST = 100_000_000  # cosines of neurons and pieces, about twice those of a shipped model


class ResidualModel(TypedDict):
    """How the model's sublayers and LayerNorms work; `epsilon` is the one of the LayerNorms."""

    preNorm: bool
    activation: Literal["relu", "swish", "gelu"]
    epsilon: float
    sublayers: Mapping[Stack, Sequence[str]]


def of_model(_name: str, translator: Translator) -> ResidualModel:
    """How this model does it."""
    model = translator.model
    return {
        "preNorm": model.config.norm == "pre",
        "activation": model.config.activation,
        "epsilon": next(each.eps for each in model.modules() if isinstance(each, nn.LayerNorm)),
        "sublayers": SUBLAYERS,
    }


def pointed_to(name: str, translator: Translator) -> Constants | None:
    """The pieces of the vocabulary that each neuron points to; None for a model that is too large for it.

    The fact `pieces` has them as chips. Tensors of each stack are `find_promoted`, the nearest pieces of each neuron as
    places in `pieces` (L, F, 5), and `nearness`, their cosines.
    """
    neurons = sum(layer.expand.out_features for stack in STACKS for layer in feed_forwards(translator.model, stack))
    return _pointed_to(name, translator) if neurons * translator.model.config.vocabulary_size <= LARGEST else None


@st.cache_resource(max_entries=4, show_spinner=False)
def _pointed_to(name: str, _translator: Translator) -> Constants:
    found = {stack: find_promoted(_translator.model, stack) for stack in STACKS}
    used = np.unique(np.concatenate([each.pieces.numpy().ravel() for each in found.values()]))
    tensors: dict[str, np.ndarray] = {}
    for stack, each in found.items():
        tensors[f"{stack}.promoted"] = np.searchsorted(used, each.pieces.numpy()).astype(np.int32)
        tensors[f"{stack}.nearness"] = each.cosines.numpy().astype(np.float16)
    pieces = [chip for token in _translator.tokenizer.tokens(used.tolist()) for chip in chips_within([token])]
    return Constants("residual", Payload({"pieces": as_facts(pieces)}, tensors).pack())
