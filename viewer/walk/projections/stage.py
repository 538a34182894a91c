"""Facts and tensors of a sentence for the chapter on queries, keys and values."""

from dataclasses import asdict
from typing import Any

import numpy as np
import streamlit as st
import torch
from torch import Tensor

from transformer import Trace, Transformer
from transformer.analysis.measures.projections import attention_inputs, counts
from transformer.analysis.measures.similarity import largest_asymmetry, most_like_themselves, similarities
from transformer.model.attentions import ATTENTION_KINDS, attention_at, layers_of, place, places
from viewer.walk.frame.attention import entering, is_large, matrices, matrices_one_by_one, projected
from viewer.walk.frame.frame import Stage
from viewer.walk.frame.passage import Passage
from viewer.walk.projections.snippets import SNIPPETS
from viewer.widgets.constants import address
from viewer.widgets.payload import Payload


def stage(passage: Passage) -> Stage:
    """The inputs of all attentions, and how mutual the scores of self-attention are.

    The browser computes queries, keys, values and the three similarities from them and the matrices. In self-attention
    there are `encoder.asymmetry` (layers, H), of the model's own similarity, and `encoder.themselves` (layers, 3, H). A
    large model sends queries, keys, values and the symmetric similarity; the
    fact `matrices` says where the browser finds the matrices of the attention in focus.
    """
    model, trace = passage.translator.model, passage.trace
    tensors: dict[str, np.ndarray | Tensor] = {**entering(passage)}
    addresses = _addresses(passage) if is_large(model) else None
    if addresses:
        tensors |= projected(passage)
    for kind in ATTENTION_KINDS:
        compared = [_compared(model, trace, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        sent = [name for name in compared[0] if name != "symmetric" or addresses]
        tensors |= {f"{kind}.{name}": torch.stack([each[name] for each in compared]) for name in sent}
    facts = {"norm": model.config.norm, "parameters": _counted(passage.model, model), "matrices": addresses}
    constants = None if addresses else matrices(passage.model, passage.translator)
    return Stage(Payload(facts, tensors), SNIPPETS, constants)


def _addresses(passage: Passage) -> dict[str, str] | None:
    """Where the browser finds the matrices of each attention; None if no file can be written."""
    found = {place: address(each) for place, each in matrices_one_by_one(passage.model, passage.translator).items()}
    return {place: each for place, each in found.items() if each} if all(found.values()) else None


@torch.inference_mode()
def _compared(model: Transformer, trace: Trace, name: str) -> dict[str, Tensor]:
    """The symmetric similarity of one attention and, in self-attention, how mutual its scores are."""
    attention = attention_at(model, name)
    x, memory = attention_inputs(trace, name)
    scores = similarities(attention, x, memory)
    compared = {"symmetric": scores.symmetric}
    if x is memory:
        all_three = torch.stack([scores.naive.expand_as(scores.symmetric), scores.symmetric, scores.asymmetric])
        compared["asymmetry"] = largest_asymmetry(scores.asymmetric)
        compared["themselves"] = most_like_themselves(all_three)  # (3, H)
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
