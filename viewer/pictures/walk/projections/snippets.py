"""The lines of PyTorch of the chapter on queries, keys and values."""

import torch
from torch import Tensor

from transformer import Trace
from transformer.model.attentions import place
from viewer.app.state import Focus
from viewer.frame.snippet import Snippet

_INPUTS = """import transformer
from transformer.analysis.measures.projections import attention_inputs

model = transformer.load(⟨model⟩)
trace = model.trace(⟨sentence⟩)
x, memory = attention_inputs(trace, "⟨stack⟩.⟨layer⟩.⟨attention⟩")
attention = model.model.⟨stack⟩_layers[⟨layer⟩].⟨attention⟩
"""


def _head(trace: Trace, focus: Focus, name: str) -> Tensor:
    return trace[f"{place(focus.kind, focus.layer)}.{name}"][focus.head or 0]


def _parameters(trace: Trace, focus: Focus) -> Tensor:
    width = trace["encoder.input"].size(-1)
    return torch.tensor([width * width, width * width])


SNIPPETS = (
    Snippet.everywhere(
        "this number",
        _INPUTS
        + """linear = attention.⟨projection⟩_projection
j = ⟨head⟩ * (x.shape[1] // attention.heads) + ⟨column⟩
result = ⟨read⟩[⟨row⟩] @ linear.weight[j] + linear.bias[j]""",
        lambda trace, focus: _head(trace, focus, "query")[0, 1],
        {"projection": "query", "read": "x", "row": 0, "column": 1},
    ),
    Snippet.everywhere(
        "this head’s Q",
        _INPUTS
        + """linear = attention.query_projection  # stores the transpose, D × D
Q = x @ linear.weight.T + linear.bias  # all heads side by side
result = Q.chunk(attention.heads, dim=1)[⟨head⟩]""",
        lambda trace, focus: _head(trace, focus, "query"),
    ),
    Snippet.everywhere(
        "similarities",
        """import transformer
from transformer.analysis.measures.projections import attention_inputs, head_of
from transformer.model.attentions import attention_at

model, place = transformer.load(⟨model⟩), "⟨stack⟩.⟨layer⟩.⟨attention⟩"
x, memory = attention_inputs(model.trace(⟨sentence⟩), place)
attention = attention_at(model.model, place)
Q, b = head_of(attention.query_projection, ⟨head⟩, attention.heads)
K, c = head_of(attention.key_projection, ⟨head⟩, attention.heads)
naive, symmetric = x @ memory.T, (x @ Q + b) @ (memory @ Q + b).T
result = (x @ Q + b) @ (memory @ K + c).T  # asymmetric""",
        lambda trace, focus: _head(trace, focus, "raw_scores"),
    ),
    Snippet.everywhere(
        "parameters",
        """import transformer

model = transformer.load(⟨model⟩).model
attention = model.⟨stack⟩_layers[⟨layer⟩].⟨attention⟩
W = attention.query_projection.weight
heads = W.chunk(attention.heads)  # of each head, as they are stored: d_k × D
result = [sum(head.numel() for head in heads), W.numel()]""",
        _parameters,
    ),
)
