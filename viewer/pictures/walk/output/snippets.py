"""The lines of PyTorch of the chapter "Decoder and output"."""

from dataclasses import replace

import torch
from torch import Tensor

from transformer import Trace
from transformer.model.attentions import AttentionKind
from transformer.model.config import ModelConfig
from viewer.app.state import Focus
from viewer.frame.snippet import Snippet

NEXT = """\
import torch, transformer

model = transformer.load(⟨model⟩)
trace = model.trace(⟨sentence⟩)
h = trace["decoder.output"][⟨token⟩]
E = model.model.output_projection.weight  # V × D
logits = E @ h⟨bias⟩
result = torch.softmax(logits / ⟨temperature⟩, dim=-1)
"""

LENS = """\
import transformer
from transformer.analysis.measures.lens import decoder_streams

model = transformer.load(⟨model⟩)
trace = model.trace(⟨sentence⟩)
x = trace[decoder_streams(model.model)[⟨level⟩]][⟨token⟩]
logits = model.model.project(model.model.decoder_norm(x))
result = logits.softmax(dim=-1)
"""

STEPS = """\
import torch, transformer
from transformer.decoding.cached import CachedDecoder

model = transformer.load(⟨model⟩)
source = torch.tensor([model.read(⟨sentence⟩).ids])
target = [2, *model.translate(⟨sentence⟩).hypothesis.tokens]  # 2 is <s>
decoder = CachedDecoder(model.model, source)
for token in target[: ⟨token⟩ + 1]:  # one run a token
    result = decoder.step(torch.tensor([token]))[0]
"""


def snippets(config: ModelConfig) -> tuple[Snippet, ...]:
    """Those of a model with or without an output bias."""
    bias = " + model.model.output_projection.bias" if config.output_bias else ""
    first = replace(SNIPPETS[0], extra={**(SNIPPETS[0].extra or {}), "bias": bias})
    return (first, *SNIPPETS[1:])


def _for_decoder(code: str) -> dict[AttentionKind, str]:
    """The same lines for both kinds of focus that the page knows."""
    return {"decoder": code, "cross": code}


def _probabilities(trace: Trace, focus: Focus) -> Tensor:
    return torch.softmax(trace["logits"][focus.token], dim=-1)


SNIPPETS = (
    Snippet("probabilities", _for_decoder(NEXT), _probabilities, {"temperature": "1.0", "bias": ""}),
    # The last level is the model's own output, which the trace holds.
    Snippet("one layer's word", _for_decoder(LENS), _probabilities, {"level": -1}),
    Snippet("step by step", _for_decoder(STEPS), lambda trace, focus: trace["logits"][focus.token]),
)
