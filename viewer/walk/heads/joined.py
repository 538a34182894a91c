"""What the chapter on heads shows of the heads joined, and of the attention as a graph."""

import numpy as np
import torch

from transformer.measures.head_shares import attention_shares
from transformer.measures.rollout import rollout
from viewer.component.parcel import Parcel
from viewer.shared.attentions import place, stacked
from viewer.walk.passage import Passage
from viewer.walk.snippet import KINDS, Snippet, for_every_kind

_ROLLOUT = """import torch, transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
reached = torch.eye(len(trace["⟨stack⟩.input"]))
for layer in range(⟨layer⟩ + 1):
    mean = trace[f"⟨stack⟩.{layer}.self_attention.weights"].mean(dim=0)
    reached = (mean + torch.eye(len(mean))) / 2 @ reached
result = reached[⟨token⟩]"""
_ONE_ROUND = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
weights = trace["decoder.⟨layer⟩.cross_attention.weights"]  # (H, T, S)
result = weights.mean(dim=0)[⟨token⟩]"""

SNIPPETS = (
    Snippet(
        "shares",
        for_every_kind(
            """import transformer

model = transformer.load(⟨model⟩)
trace = model.trace(⟨sentence⟩)
attention = model.model.get_submodule("⟨stack⟩_layers.⟨layer⟩.⟨attention⟩")
context = trace["⟨stack⟩.⟨layer⟩.⟨attention⟩.context"]  # (H, T, d_k)
projection = attention.output_projection
blocks = projection.weight.T.unflatten(0, (attention.heads, -1))  # (H, d_k, D)
shares = context @ blocks  # (H, T, D)
result = (shares.sum(dim=0) + projection.bias)[⟨token⟩]"""
        ),
        lambda trace, focus: trace[f"{place(focus.kind, focus.layer)}.output"][focus.token],
    ),
    Snippet(
        "rollout",
        {**for_every_kind(_ROLLOUT), "cross": _ONE_ROUND},
        lambda trace, focus: torch.from_numpy(_reached(stacked(trace, focus.kind, "weights"), focus.kind))[
            focus.layer, focus.token
        ],
    ),
)


def parcel(passage: Passage) -> Parcel:
    """Each head's share of the output, the sum of the shares, what the model itself computed, and what rounds reach.

    Tensors, for each kind of attention: `joined.<kind>.shares` (layers, H, T, D), `.bias` (layers, D) and `.output`
    (layers, T, D) in 16 bits, since they are only looked at; `.lengths` (layers, H + 1, T) and `.parts` (layers, H + 1,
    T), the bias last; `reached.<kind>` (layers, T, S), rollout for self-attention and the mean over heads for
    cross-attention. The fact `difference` has for each kind and layer the largest difference between the sum of the
    shares and the model's output, both in 32 bits.
    """
    model, trace = passage.translator.model, passage.trace
    layers = {"encoder": model.config.encoder_layers, "decoder": model.config.decoder_layers}
    tensors: dict[str, np.ndarray] = {}
    difference: dict[str, list[float]] = {}
    for kind in KINDS:
        count = layers["encoder" if kind == "encoder" else "decoder"]
        joined = [attention_shares(model, trace, place(kind, layer)) for layer in range(count)]
        biases = torch.stack([each.bias for each in joined])
        tensors[f"joined.{kind}.shares"] = _half(torch.stack([each.shares for each in joined]))
        tensors[f"joined.{kind}.output"] = _half(torch.stack([each.output for each in joined]))
        tensors[f"joined.{kind}.bias"] = _half(biases)
        tensors[f"joined.{kind}.lengths"] = torch.stack([each.lengths for each in joined]).numpy()
        tensors[f"joined.{kind}.parts"] = torch.stack([each.parts for each in joined]).numpy()
        difference[kind] = [each.difference for each in joined]
        tensors[f"reached.{kind}"] = _reached(stacked(trace, kind, "weights"), kind)
    return Parcel({"difference": difference}, tensors)


def _reached(weights: np.ndarray, kind: str) -> np.ndarray:
    """Rollout of (layers, H, T, S) weights; queries and keys of cross-attention are other tokens: each layer alone."""
    if kind == "cross":
        return weights.mean(axis=1)
    return rollout(torch.from_numpy(weights)).numpy()


def _half(tensor: torch.Tensor) -> np.ndarray:
    return tensor.to(torch.float16).numpy()
