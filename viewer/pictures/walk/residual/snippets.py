"""The lines of PyTorch of the chapter on the residual stream, LayerNorm and the feed-forward layer."""

from dataclasses import replace

from torch import Tensor

from transformer import Trace
from transformer.analysis.measures.stream import lengths
from transformer.analysis.measures.stream import stream as read_stream
from transformer.model.attentions import USES
from transformer.model.config import Activation
from viewer.app.state import Focus
from viewer.frame.snippet import Snippet


def _lengths(trace: Trace, focus: Focus) -> Tensor:
    return lengths(read_stream(trace, USES[focus.kind].stack)[:, focus.token])


_ACTIVATED = {
    "relu": "z.clamp(min=0)  # ReLU",
    "swish": "z * z.sigmoid()  # swish",
    "gelu": "z * (1 + (z / 2**0.5).erf()) / 2  # GELU",
}


def snippets(activation: Activation) -> tuple[Snippet, ...]:
    """Those of a model with this activation."""
    *others, neurons = SNIPPETS
    code = {kind: lines.replace(_ACTIVATED["relu"], _ACTIVATED[activation]) for kind, lines in neurons.code.items()}
    return (*others, replace(neurons, code=code))


# `⟨norm⟩` is a place within the stack, so that the final LayerNorm, which belongs to no layer, can be chosen too.
SNIPPETS = (
    Snippet.everywhere(
        "length",
        """import transformer
from transformer.analysis.measures.stream import stream

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
x = stream(trace, "⟨stack⟩")  # places × tokens × D
result = (x[:, ⟨token⟩] ** 2).sum(dim=-1).sqrt()""",
        _lengths,
    ),
    Snippet.everywhere(
        "sum",
        """import transformer
from transformer.analysis.measures.stream import sublayers

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
sublayer = sublayers(trace)["⟨stack⟩.⟨layer⟩.⟨sublayer⟩"]
result = sublayer.residual[⟨token⟩] - sublayer.before[⟨token⟩]""",
        lambda trace, focus: trace[f"{USES[focus.kind].stack}.{focus.layer}.feed_forward.output"][focus.token],
        {"sublayer": "feed_forward"},
    ),
    Snippet.everywhere(
        "LayerNorm",
        """import transformer
from transformer.analysis.measures.stream import norms

translator = transformer.load(⟨model⟩)
norm = norms(translator.model, translator.trace(⟨sentence⟩))["⟨stack⟩.⟨norm⟩"]
x = norm.input[⟨token⟩]
mean, variance = x.mean(), x.var(unbiased=False)
result = norm.gamma * (x - mean) / (variance + norm.epsilon).sqrt() + norm.beta""",
        lambda trace, focus: trace[f"{USES[focus.kind].stack}.1.feed_forward.norm"][focus.token],
        {"norm": "1.feed_forward"},
    ),
    Snippet.everywhere(
        "neurons",
        """import transformer
from transformer.analysis.measures.stream import sublayers

translator = transformer.load(⟨model⟩)
x = sublayers(translator.trace(⟨sentence⟩))["⟨stack⟩.⟨layer⟩.feed_forward"].input[⟨token⟩]
expand = translator.model.⟨stack⟩_layers[⟨layer⟩].feed_forward.expand
z = x @ expand.weight.T + expand.bias
result = z.clamp(min=0)  # ReLU""",
        lambda trace, focus: trace[f"{USES[focus.kind].stack}.{focus.layer}.feed_forward.hidden"][focus.token],
    ),
)
