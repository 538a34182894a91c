"""What every number of attention follows from: what enters, of a sentence, and the matrices, of the model.

    Q = X W^Q + b^Q,  K = M W^K + b^K,  V = M W^V + b^V,  softmax(Q Kᵀ / √d_k) V W^O        (section 3.2 of the paper)

The matrices are many times larger than what enters and do not change with the sentence. So the browser fetches them
once and computes queries, keys, values, scores, weights and each head's share of the output by itself, in
`viewer/walk/frame/attention.js`; `tests/walk/scores/test_scores_chapter.py` compares them with the model's own.
"""

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Transformer, Translator
from transformer.analysis.measures.projections import attention_inputs
from transformer.model.attention import MultiHeadAttention
from transformer.model.attentions import (
    ATTENTION_KINDS,
    all_layers,
    attention_at,
    head_shares,
    layers_of,
    place,
    places,
)
from viewer.walk.frame.pack_fp16 import pack_fp16
from viewer.walk.frame.passage import Passage
from viewer.walk.heads.standalone import standalone_page
from viewer.widgets.constants import Constants
from viewer.widgets.payload import Payload

PROJECTED = ("query", "key", "value")
LARGEST = 8_000_000  # numbers of all matrices that the browser gets


def entering(passage: Passage) -> dict[str, Tensor]:
    """What enters all attentions: `<kind>.x` (layers, T, D) of each kind, and `memory` (S, D), the encoder's output."""
    model, trace = passage.translator.model, passage.trace
    entered = {
        f"{kind}.x": torch.stack(
            [attention_inputs(trace, place(kind, layer))[0].float() for layer in range(layers_of(model.config, kind))]
        )
        for kind in ATTENTION_KINDS
    }
    return {**entered, "memory": trace["encoder.output"].float()}


def attended(passage: Passage) -> tuple[Payload, Constants | None]:
    """What enters all attentions, with the matrices; of a large model, what they make of it instead.

    That is `<kind>.query`, `.key` and `.value` (layers, H, T, d_k), `<kind>.shares` (layers, H, T, D), what each head
    writes, and `<kind>.joiningBias` (layers, D).
    """
    model, trace = passage.translator.model, passage.trace
    if not is_large(model):
        return Payload({}, entering(passage)), matrices(passage.model, passage.translator)
    tensors: dict[str, Tensor | np.ndarray] = {**entering(passage), **projected(passage)}
    for kind in ATTENTION_KINDS:
        names = [place(kind, layer) for layer in range(layers_of(model.config, kind))]
        joining = [attention_at(model, name).output_projection for name in names]
        shares = [
            head_shares(trace[f"{name}.context"], projection) for name, projection in zip(names, joining, strict=True)
        ]
        tensors[f"{kind}.shares"] = torch.stack(shares).detach().half()
        tensors[f"{kind}.joiningBias"] = torch.stack([projection.bias for projection in joining]).detach().float()
    return Payload({"standalone": standalone_page()}, tensors), None


def is_large(model: Transformer) -> bool:
    """Whether the matrices of all attentions are too many numbers to send."""
    return 4 * model.config.d_model**2 * len(places(model.config)) > LARGEST


def projected(passage: Passage) -> dict[str, Tensor]:
    """The queries, keys and values of a sentence: `<kind>.query`, `.key` and `.value` (layers, H, T, d_k)."""
    return {
        f"{kind}.{each}": all_layers(passage.trace, kind, each).float()
        for kind in ATTENTION_KINDS
        for each in PROJECTED
    }


@st.cache_resource(show_spinner=False, max_entries=4)
def matrices(name: str, _translator: Translator) -> Constants:
    """The matrices of all attentions of the model called `name`.

    For each kind `<kind>.weight` (layers, 3, H, d_k, D), as `nn.Linear` stores them, and `<kind>.bias` (layers, 3, H,
    d_k); 3 are query, key, value. `<kind>.joining` (layers, D, D) and `<kind>.joiningBias` (layers, D) are W^O and b^O.
    The fact `standalone` is the page that keeps all heads in a file.
    """
    facts = {"standalone": standalone_page()}  # of the code alone, and as large as a sentence's numbers
    return Constants("attention", Payload(facts, _tensors(_translator.model)).packed())


@st.cache_resource(show_spinner=False, max_entries=2)
def matrices_one_by_one(name: str, _translator: Translator) -> dict[str, Constants]:
    """The matrices of each attention of a large model, by kind and layer such as `encoder.0`.

    `weight` (3, H, d_k, D) and `bias` (3, H, d_k).
    """
    model = _translator.model
    found: dict[str, Constants] = {}
    for kind in ATTENTION_KINDS:
        for layer in range(layers_of(model.config, kind)):
            attention = attention_at(model, place(kind, layer))
            tensors = {part: pack_fp16(_by_head(attention, part)) for part in ("weight", "bias")}
            found[f"{kind}.{layer}"] = Constants(f"attention_{kind}_{layer}", Payload({}, tensors).packed())
    return found


def _by_head(attention: MultiHeadAttention, part: str) -> Tensor:
    """The `weight` (3, H, d_k, D) or `bias` (3, H, d_k) of queries, keys and values."""
    three = [getattr(getattr(attention, f"{name}_projection"), part) for name in PROJECTED]
    return torch.stack(three).unflatten(1, (attention.heads, -1))


@torch.inference_mode()
def _tensors(model: Transformer) -> dict[str, np.ndarray]:
    tensors: dict[str, np.ndarray] = {}
    for kind in ATTENTION_KINDS:
        attentions = [attention_at(model, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        for part in ("weight", "bias"):
            tensors[f"{kind}.{part}"] = pack_fp16(torch.stack([_by_head(each, part) for each in attentions]))
        tensors[f"{kind}.joining"] = pack_fp16(torch.stack([each.output_projection.weight for each in attentions]))
        tensors[f"{kind}.joiningBias"] = pack_fp16(torch.stack([each.output_projection.bias for each in attentions]))
    return tensors
