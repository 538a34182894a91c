"""The decoder over a whole target at once, as in training, and one position at a time, as in decoding.

The causal mask makes both the same function (section 3.1). The work differs: one run over T positions, or T runs.

Letters: T target length, V vocabulary size.
"""

from collections.abc import Sequence
from dataclasses import dataclass

import torch
from torch import Tensor

from transformer.decoding.cached import CachedDecoder
from transformer.decoding.compiled.decoder import CompiledDecoder
from transformer.decoding.compiled.model import CompiledModel
from transformer.model.transformer import Transformer

FORBIDDEN = -1_000.0  # a logit below this is a bias that keeps a token from being written


@dataclass(frozen=True)
class Decoding:
    """The result of running the decoder one way.

    Attributes:
        logits: (T, V), position t scores the token after target[t].
        runs: for each run of the decoder, how many positions it computed.
    """

    logits: Tensor
    runs: tuple[int, ...]

    def differences(self, other: "Decoding") -> Tensor:
        """The largest |difference| between the two logits at each position, (T).

        Tokens that a bias forbids don't count: so large a number is rounded coarsely.
        """
        return (self.logits - other.logits).abs().where(self.logits > FORBIDDEN, 0).amax(dim=-1)

    def agrees(self, other: "Decoding") -> Tensor:
        """At which positions both agree on the most probable token, (T) of booleans."""
        return self.logits.argmax(dim=-1) == other.logits.argmax(dim=-1)


@torch.no_grad()
def at_once(model: Transformer, source: Sequence[int], target: Sequence[int]) -> Decoding:
    """One run over the whole target with a causal mask, as in training.

    Args:
        model: in evaluation mode.
        source: (S) ids, END included. target: (T) ids, shifted right: START first.
    """
    sources, targets, memory = _encoded(model, source, target)
    logits = model.project(model.decode(targets, memory, sources))[0]
    return Decoding(logits.cpu(), (len(logits),))


@torch.no_grad()
def one_by_one(
    model: Transformer, source: Sequence[int], target: Sequence[int], compiled: CompiledModel | None = None
) -> Decoding:
    """One run per position, with cached keys and values; the arguments are those of `at_once`.

    Args:
        compiled: run the steps in the compiled code, as `translate` does, instead of the model's modules.
    """
    sources, targets, memory = _encoded(model, source, target)
    decoder = CachedDecoder(model, sources, memory) if compiled is None else CompiledDecoder(compiled, memory)
    logits = torch.cat([decoder.step(token) for token in targets[0].split(1)])
    return Decoding(logits.cpu(), (1,) * len(logits))


def _encoded(model: Transformer, source: Sequence[int], target: Sequence[int]) -> tuple[Tensor, Tensor, Tensor]:
    """Source and target as batches of one, and the encoder's output."""
    device = next(model.parameters()).device
    sources, targets = torch.tensor([list(source)], device=device), torch.tensor([list(target)], device=device)
    return sources, targets, model.encode(sources)
