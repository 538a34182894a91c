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

from transformer import Trace, Transformer, Translator
from transformer.analysis.measures.projections import attention_inputs, heads_of, in_rows
from transformer.model.attention import explicit_attention
from transformer.model.attentions import ATTENTION_KINDS, attention_at, head_shares, layers_of, place
from viewer.walk.frame.constants import Constants
from viewer.walk.frame.pack_fp16 import pack_fp16
from viewer.walk.frame.passage import Passage
from viewer.walk.heads.standalone import standalone_page
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


@torch.inference_mode()
def rounding(passage: Passage) -> dict[str, Tensor]:
    """How far the model's own numbers, in 32 bits, are from what 64 bits make of what enters: `<kind>.rounding`.

    Its shape is (layers, 4, H): the largest difference among the queries, keys, values and contexts of each head.
    """
    model, trace = passage.translator.model, passage.trace
    found: dict[str, Tensor] = {}
    for kind in ATTENTION_KINDS:
        apart = [_apart(model, trace, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        found[f"{kind}.rounding"] = torch.stack(apart).float()
    return found


def _apart(model: Transformer, trace: Trace, name: str) -> Tensor:
    attention = attention_at(model, name)
    x, memory = (each.double() for each in attention_inputs(trace, name))
    exact = {}
    for which, entering_it in zip(PROJECTED, (x, memory, memory), strict=True):
        weights, biases = heads_of(getattr(attention, f"{which}_projection"), attention.heads)
        exact[which] = in_rows(entering_it, weights.double(), biases.double()[:, None])
    allowed = ~torch.isneginf(trace[f"{name}.masked_scores"])
    exact["context"] = explicit_attention(exact["query"], exact["key"], exact["value"], allowed)
    return torch.stack([(exact[each] - trace[f"{name}.{each}"]).abs().amax(dim=(1, 2)) for each in exact])


def attended(passage: Passage) -> tuple[Payload, Constants | None]:
    """What enters all attentions, with the matrices; of a large model, what they make of it instead.

    That is `<kind>.query`, `.key` and `.value` (layers, H, T, d_k), `<kind>.shares` (layers, H, T, D), what each head
    writes, and `<kind>.joiningBias` (layers, D).
    """
    model, trace = passage.translator.model, passage.trace
    made = entering(passage)
    names = {kind: [place(kind, layer) for layer in range(layers_of(model.config, kind))] for kind in ATTENTION_KINDS}
    if 4 * model.config.d_model**2 * sum(map(len, names.values())) <= LARGEST:
        return Payload({}, made), matrices(passage)
    tensors: dict[str, Tensor | np.ndarray] = {**made}
    for kind, places in names.items():
        for each in PROJECTED:
            tensors[f"{kind}.{each}"] = torch.stack([trace[f"{name}.{each}"] for name in places]).float()
        joining = [attention_at(model, name).output_projection for name in places]
        shares = [
            head_shares(trace[f"{name}.context"], projection) for name, projection in zip(places, joining, strict=True)
        ]
        tensors[f"{kind}.shares"] = torch.stack(shares).detach().half()
        tensors[f"{kind}.joiningBias"] = torch.stack([projection.bias for projection in joining]).detach().float()
    return Payload({"standalone": standalone_page()}, tensors), None


def matrices(passage: Passage) -> Constants:
    """The matrices of all attentions of the passage's model.

    For each kind `<kind>.weight` (layers, 3, H, d_k, D), as `nn.Linear` stores them, and `<kind>.bias` (layers, 3, H,
    d_k); 3 are query, key, value. `<kind>.joining` (layers, D, D) and `<kind>.joiningBias` (layers, D) are W^O and b^O.
    The fact `standalone` is the page that keeps all heads in a file.
    """
    return _of_model(passage.model, passage.translator)


@st.cache_resource(show_spinner=False, max_entries=4)
def _of_model(name: str, _translator: Translator) -> Constants:
    facts = {"standalone": standalone_page()}  # of the code alone, and as large as a sentence's numbers
    return Constants("attention", Payload(facts, _tensors(_translator.model)).packed())


@torch.inference_mode()
def _tensors(model: Transformer) -> dict[str, np.ndarray]:
    tensors: dict[str, np.ndarray] = {}
    for kind in ATTENTION_KINDS:
        attentions = [attention_at(model, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        for part in ("weight", "bias"):
            stacked = torch.stack(
                [
                    torch.stack([getattr(getattr(each, f"{name}_projection"), part) for name in PROJECTED])
                    for each in attentions
                ]
            )
            tensors[f"{kind}.{part}"] = pack_fp16(stacked.unflatten(2, (model.config.heads, -1)))
        tensors[f"{kind}.joining"] = pack_fp16(torch.stack([each.output_projection.weight for each in attentions]))
        tensors[f"{kind}.joiningBias"] = pack_fp16(torch.stack([each.output_projection.bias for each in attentions]))
    return tensors
