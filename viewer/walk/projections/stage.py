"""What the chapter on queries, keys and values shows of a sentence."""

from dataclasses import asdict
from typing import Any

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Trace, Transformer
from transformer.measures.projections import attention_inputs, counts, heads_of, in_columns, in_rows
from transformer.measures.similarity import largest_asymmetry, most_like_themselves, similarities
from transformer.model.attentions import ATTENTION_KINDS, all_layers, attention_at, layers_of, place, places
from viewer.component.parcel import Parcel
from viewer.walk.frame import Stage
from viewer.walk.passage import Passage
from viewer.walk.projections import weights
from viewer.walk.projections.snippets import SNIPPETS

ACTIVATIONS = ("query", "key", "value", "weights", "context")


def stage(passage: Passage) -> Stage:
    """Inputs, queries, keys and values of all attentions, and the three similarities; the matrices come on their own.

    The tensors of a kind are stacked by layer: `encoder.x` (layers, T, D), `encoder.query` (layers, H, T, d_k),
    `encoder.naive` (layers, T, S), `encoder.symmetric` (layers, H, T, S) and so on; `memory` (S, D) is the encoder's
    output.
    """
    model, trace = passage.translator.model, passage.trace
    tensors: dict[str, np.ndarray | Tensor] = {"memory": trace["encoder.output"].float()}
    for kind in ATTENTION_KINDS:
        tensors |= {f"{kind}.{name}": all_layers(trace, kind, name) for name in ACTIVATIONS}
        compared = [_compared(model, trace, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        tensors |= {f"{kind}.{name}": torch.stack([each[name] for each in compared]) for name in compared[0]}
    facts = {
        "weights": weights.of_model(passage.model, passage.translator).fingerprint,
        "norm": model.config.norm,
        "parameters": _counted(passage.model, model),
    }
    return Stage(Parcel(facts, tensors), SNIPPETS)


@torch.inference_mode()
def _compared(model: Transformer, trace: Trace, name: str) -> dict[str, Tensor]:
    """One attention's input, its three similarities, and how far what is recomputed is from what the model computed."""
    attention = attention_at(model, name)
    x, memory = attention_inputs(trace, name)
    scores = similarities(attention, x, memory)
    matrices, biases = heads_of(attention.query_projection, attention.heads)
    rows = in_rows(x, matrices, biases[:, None])
    columns = in_columns(x.T, matrices.transpose(1, 2).contiguous(), biases)
    compared = {
        "x": x.float(),
        "naive": scores.naive,
        "symmetric": scores.symmetric,
        "asymmetric": scores.asymmetric,
        # Of each head: of the asymmetric similarity from the model's raw scores; of two ways to write Q = X W.
        "fromModel": (scores.asymmetric - trace[f"{name}.raw_scores"]).abs().amax(dim=(1, 2)),
        "fromColumns": (rows - columns.transpose(1, 2)).abs().amax(dim=(1, 2)),
    }
    if x is memory:
        all_three = torch.stack([scores.naive.expand_as(scores.symmetric), scores.symmetric, scores.asymmetric])
        compared["asymmetry"] = largest_asymmetry(all_three)  # (3, H)
        compared["themselves"] = most_like_themselves(all_three)
    return compared


@st.cache_resource(show_spinner=False, max_entries=4)
def _counted(name: str, _model: Transformer) -> dict[str, Any]:
    """The parameters of one attention, and whether all of the model's attentions have as many."""
    counted = [counts(attention_at(_model, each)) for each in places(_model.config)]
    return {
        "rows": [asdict(each) for each in counted[0]],
        "attentions": len(counted),
        "alike": all(each == counted[0] for each in counted),
    }
