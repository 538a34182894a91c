"""What the chapter on the feed-forward layer sends of the neurons: all that depends on the model alone."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np
import streamlit as st
import torch

from transformer import Transformer
from transformer.measures.neurons import feed_forwards, promoted
from transformer.model.attentions import STACKS
from transformer.text.tokenizer import SubwordTokenizer
from viewer.shared.tokens import as_facts, chips_within
from viewer.walk.exactly import exactly


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
        tensors[f"{stack}.expand"] = exactly(torch.stack([layer.expand.weight for layer in layers]))
        tensors[f"{stack}.bias"] = torch.stack([layer.expand.bias for layer in layers]).detach().float().cpu().numpy()
        tensors[f"{stack}.promoted"] = found.pieces.numpy().astype(np.int32)
        tensors[f"{stack}.nearness"] = found.cosines.numpy().astype(np.float16)
    used = np.unique(np.concatenate([tensors[f"{stack}.promoted"].ravel() for stack in STACKS]))
    for stack in STACKS:
        tensors[f"{stack}.promoted"] = np.searchsorted(used, tensors[f"{stack}.promoted"]).astype(np.int32)
    pieces = [chip for token in _tokenizer.tokens(used.tolist()) for chip in chips_within([token])]
    return Neurons(as_facts(pieces), tensors)
