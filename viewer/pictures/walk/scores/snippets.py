"""The lines of PyTorch of the chapter on scores."""

from torch import Tensor

from transformer import Trace
from transformer.analysis.measures.what_if import allowed_keys, entropy, leak, multiplied_mask_weights, unscaled_weights
from transformer.model.attentions import AttentionKind, place
from viewer.app.state import Focus
from viewer.frame.snippet import Snippet, for_every_kind

_BEGIN = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
attention = "⟨stack⟩.⟨layer⟩.⟨attention⟩"
"""
_SCORES = """query = trace[f"{attention}.query"][⟨head⟩]
key = trace[f"{attention}.key"][⟨head⟩]
scores = query @ key.T / query.shape[-1] ** 0.5
"""
_CAUSAL = """future = scores.new_ones(scores.shape).triu(1).bool()
scores = scores.masked_fill(future, float("-inf"))
"""


def _masked_code(ending: str) -> dict[AttentionKind, str]:
    """Code that begins with the scores: the decoder's self-attention alone has a future to hide."""
    code = for_every_kind(_BEGIN + _SCORES + ending)
    return {**code, "decoder": for_every_kind(_BEGIN + _SCORES + _CAUSAL + ending)["decoder"]}


def _of(name: str, trace: Trace, focus: Focus) -> Tensor:
    return trace[f"{place(focus.kind, focus.layer)}.{name}"][focus.head or 0]


def _unscaled_entropy(trace: Trace, focus: Focus) -> Tensor:
    allowed = allowed_keys(_of("masked_scores", trace, focus))
    return entropy(unscaled_weights(_of("raw_scores", trace, focus), allowed))


def _leak(trace: Trace, focus: Focus) -> Tensor:
    allowed = allowed_keys(_of("masked_scores", trace, focus))
    return leak(multiplied_mask_weights(_of("scores", trace, focus), allowed), allowed)


SNIPPETS = (
    Snippet(
        "scores",
        _masked_code("result = scores[⟨token⟩]"),
        lambda trace, focus: _of("masked_scores", trace, focus)[focus.token],
    ),
    Snippet(
        "weights",
        _masked_code("result = scores.softmax(dim=-1)[⟨token⟩]"),
        lambda trace, focus: _of("weights", trace, focus)[focus.token],
    ),
    Snippet(
        "context",
        _masked_code(
            """weights = scores.softmax(dim=-1)
result = weights[⟨token⟩] @ trace[f"{attention}.value"][⟨head⟩]"""
        ),
        lambda trace, focus: _of("context", trace, focus)[focus.token],
    ),
    Snippet.everywhere(
        "no √d",
        _BEGIN.replace("import", "import torch\nimport", 1)
        + """raw = trace[f"{attention}.raw_scores"][⟨head⟩]
hidden = trace[f"{attention}.masked_scores"][⟨head⟩].isneginf()
weights = raw.masked_fill(hidden, -torch.inf).softmax(dim=-1)
result = torch.special.entr(weights).sum(dim=-1)  # each row's entropy, in nats""",
        _unscaled_entropy,
    ),
    Snippet.everywhere(
        "× 0",
        _BEGIN
        + """scores = trace[f"{attention}.scores"][⟨head⟩]
hidden = trace[f"{attention}.masked_scores"][⟨head⟩].isneginf()
weights = (scores * ~hidden).softmax(dim=-1)
result = (weights * hidden).sum(dim=-1)  # each row's leak""",
        _leak,
    ),
    Snippet.everywhere(
        "padding",
        """import torch
import transformer

model = transformer.load(⟨model⟩)
sentence = model.read(⟨sentence⟩).ids
padded = torch.tensor([[*sentence, 0, 0, 0]])  # 0 is <pad>
memory = model.model.encode(padded)[0]  # makes the padding mask itself
result = memory[: len(sentence)]""",
        lambda trace, focus: trace["encoder.output"],
    ),
)
