"""The decoder one position at a time through the model's own modules, on any device, with or without a probe."""

import torch
from torch import Tensor

from transformer.model.cache import DecoderCache
from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe, select_rows
from transformer.model.transformer import Transformer


class CachedDecoder:
    """One decoding in progress over a batch of B hypotheses; keys and values of earlier steps are cached.

    Args:
        model: in evaluation mode.
        source: (B, S) ids.
        memory: (B, S, D) from `Transformer.encode`; computed here by default, or if there is a probe.
        probe: shown the encoder's activations once, and the decoder's at every step.

    Raises:
        ValueError: if the source has more tokens than the model has positions.
    """

    def __init__(
        self,
        model: Transformer | OneStack,
        source: Tensor,
        memory: Tensor | None = None,
        probe: Probe | None = None,
    ) -> None:
        self.model, self.source, self.probe = model, source, probe
        self.memory = model.encode(source, probe) if memory is None or probe is not None else memory
        self.cache = DecoderCache(model.config.decoder_layers)

    def step(self, tokens: Tensor) -> Tensor:
        """As `StepDecoder.step`."""
        hidden = self.model.decode(tokens.unsqueeze(1), self.memory, self.source, self.cache, self.probe)
        return self.model.project(hidden, self.probe).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """As `StepDecoder.select`."""
        if self.probe is not None:
            select_rows(self.probe, rows)
        self.cache.select(rows, same_sources)
        if not same_sources:
            self.memory, self.source = self.memory[rows], self.source[rows]


class WholeDecoder(CachedDecoder):
    """Reruns the whole target at every step and caches nothing.

    For a probe that lets earlier positions see later ones, see `transformer.model.probe.looks_ahead`.
    """

    def __init__(self, model: Transformer | OneStack, source: Tensor, probe: Probe) -> None:
        super().__init__(model, source, probe=probe)
        self.target = torch.empty(source.size(0), 0, dtype=torch.long, device=source.device)

    def step(self, tokens: Tensor) -> Tensor:
        """As `CachedDecoder.step`."""
        self.target = torch.cat([self.target, tokens.unsqueeze(1)], dim=1)
        hidden = self.model.decode(self.target, self.memory, self.source, probe=self.probe)
        return self.model.project(hidden[:, -1:], self.probe).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """As `CachedDecoder.select`."""
        super().select(rows, same_sources)
        self.target = self.target[rows]
