"""What the chapter on the feed-forward layer sends of the neurons: all that depends on the model alone."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from typing import Any

import numpy as np
import streamlit as st
import torch

from transformer import Transformer
from transformer.measures.neurons import feed_forwards, promoted
from transformer.model.attentions import STACKS
from transformer.text.special_tokens import WORD_START
from transformer.text.tokenizer import SubwordTokenizer
from viewer.shared.tokens import chips


@dataclass(frozen=True)
class Neurons:
    """Every neuron of a model.

    Attributes:
        pieces: those pieces of the vocabulary that some neuron points to, as chips.
        tensors: for each stack `expand`, the columns of W_1 (L, F, D), and `bias`, b_1 (L, F); `promoted`, the nearest
            pieces as places in `pieces` (L, F, 5), and `nearness`, their cosines.
    """

    pieces: list[dict[str, Any]]
    tensors: Mapping[str, np.ndarray]


@st.cache_resource(max_entries=4, show_spinner=False)
def neurons(name: str, _model: Transformer, _tokenizer: SubwordTokenizer) -> Neurons:
    """The neurons of the model called `name`, compared with its vocabulary once in this process."""
    tensors: dict[str, np.ndarray] = {}
    for stack in STACKS:
        layers = feed_forwards(_model, stack)
        found = promoted(_model, stack)
        tensors[f"{stack}.expand"] = _narrow(np.stack([_numbers(layer.expand.weight) for layer in layers]))
        tensors[f"{stack}.bias"] = np.stack([_numbers(layer.expand.bias) for layer in layers])
        tensors[f"{stack}.promoted"] = found.pieces.numpy().astype(np.int32)
        tensors[f"{stack}.nearness"] = found.cosines.numpy().astype(np.float16)
    used = np.unique(np.concatenate([tensors[f"{stack}.promoted"].ravel() for stack in STACKS]))
    for stack in STACKS:
        tensors[f"{stack}.promoted"] = np.searchsorted(used, tensors[f"{stack}.promoted"]).astype(np.int32)
    return Neurons([_chip(_tokenizer.token(int(piece))) for piece in used], tensors)


def _numbers(parameter: torch.Tensor) -> np.ndarray:
    return parameter.detach().float().cpu().numpy()


def _narrow(weights: np.ndarray) -> np.ndarray:
    """In 16 bits where nothing is lost by it, as with weights read from a model's folder."""
    narrow = weights.astype(np.float16)
    return narrow if np.array_equal(narrow.astype(np.float32), weights) else weights


def _chip(token: str) -> dict[str, Any]:
    """One piece alone; it continues a word unless it begins one."""
    (chip,) = chips([token])
    return {**asdict(chip), "joined": not (chip.special or token.startswith(WORD_START))}
