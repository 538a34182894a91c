"""The lines of PyTorch of the chapter on the embedding."""

from viewer.frame.snippet import Snippet

_READ = """import transformer

model = transformer.load(⟨model⟩)
ids = model.read(⟨sentence⟩).ids
E = model.model.source_embedding.weight  # the table, V × D"""
_SAID = """import transformer

model = transformer.load(⟨model⟩)
said = model.translate(⟨sentence⟩).hypothesis.tokens
ids = [2, *said]  # shifted right: <s>, id 2, comes first
E = model.model.target_embedding.weight  # the table, V × D"""
_ROW = """
x = E[ids[⟨token⟩]] * E.shape[1] ** 0.5
result = x[⟨dimension⟩]"""

SNIPPETS = (
    Snippet(
        "the number in focus, from text to vector",
        {"encoder": _READ + _ROW, "decoder": _SAID + _ROW, "cross": _SAID + _ROW},
        lambda trace, focus: trace[f"{'encoder' if focus.kind == 'encoder' else 'decoder'}.embedding"][focus.token, 0],
        {"dimension": 0},
    ),
)
