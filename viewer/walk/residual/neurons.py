"""The model's own part of the chapter on the residual stream: its neurons and its LayerNorms."""

import numpy as np
import streamlit as st
import torch

from transformer import Transformer
from transformer.analysis.measures.neurons import feed_forwards, promoted
from transformer.analysis.measures.stream import norms
from transformer.model.attentions import STACKS
from viewer.walk.frame.constants import Constants
from viewer.walk.frame.pack_fp16 import pack_fp16
from viewer.walk.frame.passage import Passage
from viewer.widgets.payload import Payload
from viewer.widgets.tokens import as_facts, chips_within


def of_model(passage: Passage) -> Constants:
    """Every neuron of the passage's model, and what its LayerNorms have learned.

    The fact `pieces` has those pieces of the vocabulary that some neuron points to, as chips. Tensors of each stack are
    `expand`, the columns of W_1 (L, F, D), and `bias`, b_1 (L, F); `promoted`, the nearest pieces as places in `pieces`
    (L, F, 5), and `nearness`, their cosines; `gamma` and `beta` of all LayerNorms (N, D), in the order of the stream.
    """
    return _of_model(passage.model, passage)


@st.cache_resource(max_entries=4, show_spinner=False)
def _of_model(name: str, _passage: Passage) -> Constants:
    """Computed of the model called `name` once in this process."""
    model, tokenizer = _passage.translator.model, _passage.translator.tokenizer
    tensors = {**_neurons(model), **_norms(_passage)}
    used = np.unique(np.concatenate([tensors[f"{stack}.promoted"].ravel() for stack in STACKS]))
    for stack in STACKS:
        tensors[f"{stack}.promoted"] = np.searchsorted(used, tensors[f"{stack}.promoted"]).astype(np.int32)
    pieces = [chip for token in tokenizer.tokens(used.tolist()) for chip in chips_within([token])]
    return Constants("residual", Payload({"pieces": as_facts(pieces)}, tensors).packed())


def _neurons(model: Transformer) -> dict[str, np.ndarray]:
    tensors: dict[str, np.ndarray] = {}
    for stack in STACKS:
        layers = feed_forwards(model, stack)
        found = promoted(model, stack)
        tensors[f"{stack}.expand"] = pack_fp16(torch.stack([layer.expand.weight for layer in layers]))
        tensors[f"{stack}.bias"] = torch.stack([layer.expand.bias for layer in layers]).detach().float().cpu().numpy()
        tensors[f"{stack}.promoted"] = found.pieces.numpy().astype(np.int32)
        tensors[f"{stack}.nearness"] = found.cosines.numpy().astype(np.float16)
    return tensors


def _norms(passage: Passage) -> dict[str, np.ndarray]:
    found = norms(passage.translator.model, passage.trace)
    return {
        f"{stack}.{name}": np.stack([getattr(norm, name).numpy() for at, norm in found.items() if at.startswith(stack)])
        for stack in STACKS
        for name in ("gamma", "beta")
    }
