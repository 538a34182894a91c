"""The matrices W^Q, W^K, W^V of a model, sent to the browser once for all sentences.

They are larger than all that a sentence adds, and they do not change with it: a component of its own, which shows
nothing, carries them. Streamlit does not send a message again that the browser already has.
"""

import hashlib
from dataclasses import dataclass

import numpy as np
import streamlit as st
import torch

from transformer import Transformer, Translator
from transformer.model.attentions import ATTENTION_KINDS, attention_at, layers_of, place
from viewer.component.component import component
from viewer.component.parcel import Parcel
from viewer.walk.exactly import exactly
from viewer.walk.passage import Passage

SENT = ("query", "key", "value")
CARRIER = "walk_weights"  # names the container that page.css hides


@dataclass(frozen=True)
class Weights:
    """A model's matrices, packed.

    Attributes:
        packed: as `Parcel.packed` returns it. For each kind of attention `<kind>.weight` (layers, 3, H, d_k, D), as
            `nn.Linear` stores them, and `<kind>.bias` (layers, 3, H, d_k); 3 are query, key, value.
        fingerprint: of the numbers; the chapter draws no other matrices than those it expects.
    """

    packed: bytes
    fingerprint: str


@st.cache_resource(show_spinner=False, max_entries=4)
def of_model(name: str, _translator: Translator) -> Weights:
    """The matrices of the model called `name`."""
    tensors = _tensors(_translator.model)
    fingerprint = hashlib.sha256(b"".join(np.ascontiguousarray(each).tobytes() for each in tensors.values()))
    facts = {"fingerprint": fingerprint.hexdigest()}
    return Weights(Parcel(facts, tensors).packed(), facts["fingerprint"])


def carry(passage: Passage) -> None:
    """Send the matrices of the passage's model to the browser, unless it has them."""
    with st.container(key=CARRIER):
        carrier = component("walk/projections/weights.js", "<i></i>")
        carrier(data=of_model(passage.model, passage.translator).packed, key="walk_weights_carrier")


def _tensors(model: Transformer) -> dict[str, np.ndarray]:
    tensors: dict[str, np.ndarray] = {}
    for kind in ATTENTION_KINDS:
        attentions = [attention_at(model, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        for part in ("weight", "bias"):
            stacked = torch.stack(
                [
                    torch.stack([getattr(getattr(each, f"{name}_projection"), part) for name in SENT])
                    for each in attentions
                ]
            )
            tensors[f"{kind}.{part}"] = exactly(stacked.unflatten(2, (model.config.heads, -1)))
    return tensors
