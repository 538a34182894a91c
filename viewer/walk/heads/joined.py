"""What the chapter on heads shows of the heads joined, and of the attention as a graph."""

import torch
from torch import Tensor

from transformer import Trace
from transformer.measures.head_shares import attention_shares
from transformer.measures.rollout import rollout
from transformer.model.attentions import ATTENTION_KINDS, AttentionKind, all_layers, layers_of, place
from viewer.component.parcel import Parcel
from viewer.walk.passage import Passage
from viewer.walk.snippet import Snippet, for_every_kind

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
        lambda trace, focus: _reached(trace, focus.kind)[focus.layer, focus.token],
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
    tensors: dict[str, Tensor] = {}
    difference: dict[str, list[float]] = {}
    for kind in ATTENTION_KINDS:
        joined = [attention_shares(model, trace, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        tensors[f"joined.{kind}.shares"] = torch.stack([each.shares for each in joined]).half()
        tensors[f"joined.{kind}.output"] = torch.stack([each.output for each in joined]).half()
        tensors[f"joined.{kind}.bias"] = torch.stack([each.bias for each in joined]).half()
        tensors[f"joined.{kind}.lengths"] = torch.stack([each.lengths for each in joined])
        tensors[f"joined.{kind}.parts"] = torch.stack([each.parts for each in joined])
        difference[kind] = [each.difference for each in joined]
        tensors[f"reached.{kind}"] = _reached(trace, kind)
    return Parcel({"difference": difference}, tensors)


def _reached(trace: Trace, kind: AttentionKind) -> Tensor:
    """Rollout of all layers, (layers, T, S); queries and keys of cross-attention are other tokens: each layer alone."""
    weights = all_layers(trace, kind, "weights")
    return weights.mean(dim=1) if kind == "cross" else rollout(weights)
