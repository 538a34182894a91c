"""The residual stream: what every sublayer reads, adds and passes on, and its LayerNorm (section 3.1).

Each token has one vector that runs through the whole stack. A sublayer adds to it, and its LayerNorm comes

    before the sublayer (pre-norm):             x ← x + Sublayer(LN(x))
    after the sum (post-norm, as published):   x ← LN(x + Sublayer(x))

Letters: P places along a stack, T tokens, D model width.
"""

from collections.abc import Mapping
from dataclasses import dataclass

import torch
from torch import Tensor, nn

from transformer.edits.places import modules_of
from transformer.model.attentions import STACKS, Stack
from transformer.model.layers import AddAndNorm
from transformer.model.transformer import Transformer

SUBLAYERS: dict[Stack, tuple[str, ...]] = {stack: modules_of(stack) for stack in STACKS}
FINAL_NORM = "final_norm"


@dataclass(frozen=True)
class Sublayer:
    """What one sublayer does to the stream; every tensor is (T, D).

    Attributes:
        before: the stream that reaches it.
        input: what it reads: the normalised stream with pre-norm, the stream itself with post-norm.
        output: what it computed.
        residual: the sum of `before` and `output`.
        after: the stream after it: the sum with pre-norm, the normalised sum with post-norm.
    """

    before: Tensor
    input: Tensor
    output: Tensor
    residual: Tensor
    after: Tensor

    @property
    def added(self) -> Tensor:
        """What it added, as a difference: `residual − before`, which is `output` up to rounding."""
        return self.residual - self.before


@dataclass(frozen=True)
class Norm:
    """One LayerNorm at work: γ ⊙ (x − μ) / √(σ² + ε) + β (Ba et al. 2016, arXiv 1607.06450).

    Attributes:
        input, output: (T, D), before and after.
        gamma, beta: (D), learned; 1 and 0 before training.
        epsilon: keeps the root away from zero.
    """

    input: Tensor
    output: Tensor
    gamma: Tensor
    beta: Tensor
    epsilon: float


def is_pre_norm(trace: Mapping[str, Tensor]) -> bool:
    """Whether the traced model normalises before its sublayers: a trace is in the order of the forward pass."""
    names = list(trace)
    return names.index("encoder.0.self_attention.norm") < names.index("encoder.0.self_attention.output")


def sublayers(trace: Mapping[str, Tensor]) -> dict[str, Sublayer]:
    """Every sublayer of both stacks by its place, such as `decoder.0.cross_attention`, in the order of the stream."""
    pre_norm = is_pre_norm(trace)
    found: dict[str, Sublayer] = {}
    for stack, names in SUBLAYERS.items():
        stream = trace[f"{stack}.input"]
        layer = 0
        while f"{stack}.{layer}.{names[0]}.residual" in trace:
            for place in (f"{stack}.{layer}.{name}" for name in names):
                norm, output, residual = (trace[f"{place}.{name}"] for name in ("norm", "output", "residual"))
                after = residual if pre_norm else norm
                found[place] = Sublayer(stream, norm if pre_norm else stream, output, residual, after)
                stream = after
            layer += 1
    return found


def stream(trace: Mapping[str, Tensor], stack: Stack) -> Tensor:
    """The stream at all its places: (P, T, D).

    The first is the embedding with its position; the others follow each sublayer. A pre-norm stack's last place is
    after its final LayerNorm.
    """
    places = [trace[f"{stack}.input"]]
    places += [sublayer.after for place, sublayer in sublayers(trace).items() if place.startswith(stack)]
    if is_pre_norm(trace):
        places.append(trace[f"{stack}.output"])
    return torch.stack(places)


def norms(model: Transformer, trace: Mapping[str, Tensor]) -> dict[str, Norm]:
    """Every LayerNorm by its sublayer's place; a pre-norm stack's last is `encoder.final_norm` or the decoder's."""
    pre_norm = is_pre_norm(trace)
    found: dict[str, Norm] = {}
    for place, sublayer in sublayers(trace).items():
        stack, layer, name = place.split(".")
        layers = model.encoder_layers if stack == "encoder" else model.decoder_layers
        wrapper = getattr(layers[int(layer)], f"{name}_add")
        assert isinstance(wrapper, AddAndNorm)
        read = sublayer.before if pre_norm else sublayer.residual
        found[place] = _norm(wrapper.norm, read, trace[f"{place}.norm"])
    if pre_norm:
        for stack, module in (("encoder", model.encoder_norm), ("decoder", model.decoder_norm)):
            last = [sublayer for place, sublayer in sublayers(trace).items() if place.startswith(stack)][-1]
            assert isinstance(module, nn.LayerNorm)
            found[f"{stack}.{FINAL_NORM}"] = _norm(module, last.after, trace[f"{stack}.output"])
    return found


def _norm(module: nn.LayerNorm, read: Tensor, output: Tensor) -> Norm:
    gamma, beta = module.weight.detach().cpu(), module.bias.detach().cpu()
    return Norm(read, output, gamma, beta, module.eps)


def lengths(vectors: Tensor) -> Tensor:
    """‖x‖₂ of each vector: (…, D) → (…)."""
    return torch.linalg.vector_norm(vectors, dim=-1)


def cosines(first: Tensor, second: Tensor) -> Tensor:
    """cos(x, y) = x · y / (‖x‖ ‖y‖) of vectors in pairs: (…, D) → (…); 0 if a vector is 0."""
    both = lengths(first) * lengths(second)
    return torch.where(both > 0, (first * second).sum(dim=-1) / both, torch.zeros_like(both))


def moments(vectors: Tensor) -> tuple[Tensor, Tensor]:
    """Mean μ and variance σ² of each vector's D numbers, (…, D) → (…), as in LayerNorm: divided by D."""
    return vectors.mean(dim=-1), vectors.var(dim=-1, unbiased=False)
