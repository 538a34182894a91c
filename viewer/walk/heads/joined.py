"""What the chapter on heads shows of the heads joined, and of the attention as a graph."""

import torch
from torch import Tensor

from transformer import Trace
from transformer.analysis.measures.head_shares import attention_shares
from transformer.analysis.measures.rollout import rollout
from transformer.model.attentions import ATTENTION_KINDS, AttentionKind, all_layers, layers_of, place
from viewer.walk.frame.passage import Passage
from viewer.widgets.payload import Payload


def payload(passage: Passage) -> Payload:
    """How much each head writes into the output, and what rounds reach; the shares themselves follow in the browser.

    Tensors, for each kind of attention: `joined.<kind>.lengths` (layers, H + 1, T) and `.parts` (layers, H + 1, T), the
    bias last; `reached.<kind>` (layers, T, S), rollout for self-attention and the mean
    over heads for cross-attention. The fact `difference` has for each kind and layer the largest difference between
    the sum of the shares and the model's output, both in 32 bits.
    """
    model, trace = passage.translator.model, passage.trace
    tensors: dict[str, Tensor] = {}
    difference: dict[str, list[float]] = {}
    for kind in ATTENTION_KINDS:
        joined = [attention_shares(model, trace, place(kind, layer)) for layer in range(layers_of(model.config, kind))]
        tensors[f"joined.{kind}.lengths"] = torch.stack([each.lengths for each in joined])
        tensors[f"joined.{kind}.parts"] = torch.stack([each.parts for each in joined])
        difference[kind] = [each.difference for each in joined]
        tensors[f"reached.{kind}"] = reached(trace, kind)
    return Payload({"difference": difference}, tensors)


def reached(trace: Trace, kind: AttentionKind) -> Tensor:
    """Rollout of all layers, (layers, T, S); queries and keys of cross-attention are other tokens: each layer alone."""
    weights = all_layers(trace, kind, "weights")
    return weights.mean(dim=1) if kind == "cross" else rollout(weights)
