"""The lines of PyTorch of the chapter on attention heads."""

import torch
from torch import Tensor

from transformer import Trace
from transformer.model.attentions import place
from viewer.app.state import Focus
from viewer.frame.snippet import Snippet, for_every_kind

_SCORES = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
attention = "⟨stack⟩.⟨layer⟩.⟨attention⟩"
query, key = trace[f"{attention}.query"], trace[f"{attention}.key"]  # of all heads
scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
"""
_CAUSAL = """future = scores[0].isfinite().triu(1)
scores = scores.masked_fill(future, float("-inf"))
"""
_MEAN = """weights = scores.softmax(dim=-1)
result = weights.mean(dim=0)[⟨token⟩]"""
_SPREAD = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
weights = trace["⟨stack⟩.⟨layer⟩.⟨attention⟩.weights"][⟨head⟩, ⟨token⟩]
seen = weights[weights > 0]
result = -(seen * seen.log()).sum()  # nats"""


def _weights(trace: Trace, focus: Focus) -> Tensor:
    return trace[f"{place(focus.kind, focus.layer)}.weights"]


def _one_head(trace: Trace, focus: Focus) -> Tensor:
    return _weights(trace, focus)[focus.head or 0]


SNIPPETS = (
    Snippet(
        "mean of the heads",
        {**for_every_kind(_SCORES + _MEAN), "decoder": for_every_kind(_SCORES + _CAUSAL + _MEAN)["decoder"]},
        lambda trace, focus: _weights(trace, focus).mean(dim=0)[focus.token],
    ),
    Snippet.everywhere(
        "spread",
        _SPREAD,
        lambda trace, focus: torch.special.entr(_one_head(trace, focus)[focus.token]).sum(),
    ),
    Snippet.everywhere(
        "shares",
        """import transformer

model = transformer.load(⟨model⟩)
trace = model.trace(⟨sentence⟩)
attention = model.model.get_submodule("⟨stack⟩_layers.⟨layer⟩.⟨attention⟩")
context = trace["⟨stack⟩.⟨layer⟩.⟨attention⟩.context"]  # (H, T, d_k)
projection = attention.output_projection
blocks = projection.weight.T.unflatten(0, (attention.heads, -1))  # (H, d_k, D)
shares = context @ blocks  # (H, T, D)
result = (shares.sum(dim=0) + projection.bias)[⟨token⟩]""",
        lambda trace, focus: trace[f"{place(focus.kind, focus.layer)}.output"][focus.token],
    ),
)
