"""The model's own part of the chapter on the residual stream: its neurons and its LayerNorms."""

from collections.abc import Mapping
from typing import Any

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Transformer
from transformer.analysis.measures.neurons import feed_forwards, hidden, promoted
from transformer.analysis.measures.stream import norms
from transformer.model.attentions import STACKS, Stack
from viewer.app.budget import within_budget
from viewer.frame.pack_fp16 import pack_fp16
from viewer.frame.passage import Passage
from viewer.transport.constants import Constants
from viewer.transport.payload import Payload
from viewer.widgets.tokens import as_facts, chips_within

LARGEST = 8_000_000  # numbers of all W_1 that the browser gets; of a larger model it gets what a sentence needs
LISTED = 10  # neurons of a token


def of_model(passage: Passage) -> Constants | None:
    """Every neuron of the passage's model, and what its LayerNorms have learned.

    The fact `pieces` has those pieces of the vocabulary that some neuron points to, as chips. Tensors of each stack are
    `expand`, the columns of W_1 (L, F, D), and `bias`, b_1 (L, F); `promoted`, the nearest pieces as places in `pieces`
    (L, F, 5), and `nearness`, their cosines; `gamma` and `beta` of all LayerNorms (N, D), in the order of the stream.
    None for a model that is too large for it.
    """
    model = passage.translator.model
    size = sum(layer.expand.weight.numel() for stack in STACKS for layer in feed_forwards(model, stack))
    return _of_model(passage.model, passage) if size <= LARGEST else None


@within_budget
def of_sentence(name: str, source: tuple[int, ...], target: tuple[int, ...], _passage: Passage) -> Payload:
    """The same, of the neurons that are the strongest of some token only, (L, K) instead of (L, F).

    The fact `listed` has their numbers by stack, (L, K). `hidden` has the activations of all neurons, (L, T, F).

    Args:
        name: of the model. source, target: the ids of the sentence and of its translation.
    """
    listed = {stack: _strongest(hidden(_passage.trace, stack)) for stack in STACKS}
    facts, tensors = _packed(_passage, listed)
    tensors |= {f"{stack}.hidden": hidden(_passage.trace, stack).float().numpy() for stack in STACKS}
    return Payload({**facts, "listed": {stack: numbers.tolist() for stack, numbers in listed.items()}}, tensors)


def _strongest(activations: Tensor) -> Tensor:
    """The `LISTED` strongest neurons of every token, (L, K) in ascending order; others fill up shorter rows."""
    first = activations.argsort(dim=-1, descending=True, stable=True)[..., :LISTED].flatten(1)
    marked = torch.zeros(activations[:, 0].shape).scatter(1, first, 1.0)
    most = int(marked.sum(dim=1).max())
    return marked.topk(most, dim=1).indices.sort(dim=1).values


@st.cache_resource(max_entries=4, show_spinner=False)
def _of_model(name: str, _passage: Passage) -> Constants:
    """Computed of the model called `name` once in this process."""
    facts, tensors = _packed(_passage, {})
    return Constants("residual", Payload(facts, tensors).packed())


def _packed(passage: Passage, listed: Mapping[Stack, Tensor]) -> tuple[dict[str, Any], dict[str, np.ndarray]]:
    """Facts and tensors of these neurons by stack, (L, K); all by default."""
    model, tokenizer = passage.translator.model, passage.translator.tokenizer
    tensors = {**_neurons(model, listed), **_norms(passage)}
    used = np.unique(np.concatenate([tensors[f"{stack}.promoted"].ravel() for stack in STACKS]))
    for stack in STACKS:
        tensors[f"{stack}.promoted"] = np.searchsorted(used, tensors[f"{stack}.promoted"]).astype(np.int32)
    pieces = [chip for token in tokenizer.tokens(used.tolist()) for chip in chips_within([token])]
    return {"pieces": as_facts(pieces), "listed": None}, tensors


def _neurons(model: Transformer, listed: Mapping[Stack, Tensor]) -> dict[str, np.ndarray]:
    tensors: dict[str, np.ndarray] = {}
    for stack in STACKS:
        layers = feed_forwards(model, stack)
        chosen = listed.get(stack)
        found = promoted(model, stack, neurons=chosen)
        rows = [slice(None)] * len(layers) if chosen is None else list(chosen)
        every = list(zip(layers, rows, strict=True))
        tensors[f"{stack}.expand"] = pack_fp16(torch.stack([layer.expand.weight[row] for layer, row in every]))
        biases = torch.stack([layer.expand.bias[row] for layer, row in every])
        tensors[f"{stack}.bias"] = biases.detach().float().cpu().numpy()
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
