"""The lines of PyTorch of the chapter on positional encoding."""

import torch
from torch import Tensor

from transformer import Trace, Translator
from transformer.analysis.measures import order
from transformer.model.attentions import USES
from viewer.app.state import Focus
from viewer.frame.snippet import Snippet


def _positions(trace: Trace, focus: Focus) -> Tensor:
    return trace[f"{USES[focus.kind].stack}.positions"]


SNIPPETS = (
    Snippet.everywhere(
        "one number",
        """import math
import transformer

model = transformer.load(⟨model⟩)
embedding = model.trace(⟨sentence⟩)["⟨stack⟩.embedding"]
pos, dimension, d = ⟨token⟩, ⟨dimension⟩, embedding.shape[1]
base = model.model.config.position_base
wave = math.cos if dimension % 2 else math.sin
angle = pos / base ** (dimension // 2 * 2 / d)
result = embedding[pos, dimension] + wave(angle)""",
        lambda trace, focus: trace[f"{USES[focus.kind].stack}.input"][focus.token, 1],
        {"dimension": 1},
    ),
    Snippet.everywhere(
        "the table",
        """import torch
import transformer

model = transformer.load(⟨model⟩)
length, d = model.trace(⟨sentence⟩)["⟨stack⟩.positions"].shape
stretch = model.model.config.position_base ** (torch.arange(0, d, 2) / d)
angles = torch.arange(length)[:, None] / stretch
result = torch.stack([angles.sin(), angles.cos()], dim=-1).flatten(1)""",
        _positions,
    ),
    Snippet.everywhere(
        "similarity",
        """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
positions = trace["⟨stack⟩.positions"]
result = positions @ positions.T""",
        lambda trace, focus: order.similarity(_positions(trace, focus)),
    ),
    Snippet.everywhere(
        "order",
        """import torch
import transformer

model = transformer.load(⟨model⟩)
ids = torch.tensor([model.read(⟨sentence⟩).ids])
off = transformer.intervene({"encoder.positions": torch.zeros_like})
forwards = model.model.encode(ids, off)
backwards = model.model.encode(ids.flip(1), off)
result = (forwards - backwards.flip(1)).abs().max()  # only rounding""",
        lambda trace, focus: torch.tensor(0.0),
    ),
)

# A model that learned its positions has no formula for them.
LEARNED_SNIPPETS = (
    Snippet.everywhere(
        "one number",
        """import transformer

model = transformer.load(⟨model⟩)
embedding = model.trace(⟨sentence⟩)["⟨stack⟩.embedding"]
pos, dimension = ⟨token⟩, ⟨dimension⟩
result = embedding[pos, dimension] + model.model.positions.table[pos, dimension]""",
        SNIPPETS[0].expected,
        SNIPPETS[0].extra,
    ),
    *SNIPPETS[2:],
)


def snippets(translator: Translator) -> tuple[Snippet, ...]:
    """Those of a model with its positions."""
    return SNIPPETS if order.is_sinusoidal(translator.model) else LEARNED_SNIPPETS
