"""The lines of PyTorch of the chapter on queries, keys and values."""

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
)
