"""The decoder one position at a time through its modules, with a probe that looks on or takes part."""

import torch
from torch import Tensor

from transformer.model.cache import DecoderCache
from transformer.model.probe import Probe, select_rows
from transformer.model.transformer import Transformer


class ProbedDecoder:
    """One decoding in progress over a batch of B hypotheses; keys and values of earlier steps are kept.

    Args:
        model: in evaluation mode.
        source: (B, S) ids.
        probe: shown the encoder's activations once, and the decoder's at every step.
    """

    def __init__(self, model: Transformer, source: Tensor, probe: Probe) -> None:
        self.model, self.source, self.probe = model, source, probe
        self.memory = model.encode(source, probe)
        self.cache = DecoderCache(model.config.decoder_layers)

    def step(self, tokens: Tensor) -> Tensor:
        """Read the next token of each hypothesis, (B) ids, and return the logits of what follows, (B, V)."""
        hidden = self.model.decode(tokens.unsqueeze(1), self.memory, self.source, self.cache, self.probe)
        return self.model.project(hidden, self.probe).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows of the batch, in this order.

        Args:
            rows: (B',) indices.
            same_sources: True when each row is replaced by one with the same source sentence.
        """
        select_rows(self.probe, rows)
        self.cache.select(rows, same_sources)
        if not same_sources:
            self.memory, self.source = self.memory[rows], self.source[rows]


class WholeDecoder(ProbedDecoder):
    """The same without anything kept: the whole target is run anew at every step.

    For a probe that lets earlier positions see later ones, see `transformer.model.probe.looks_ahead`.
    """

    def __init__(self, model: Transformer, source: Tensor, probe: Probe) -> None:
        super().__init__(model, source, probe)
        self.target = torch.empty(source.size(0), 0, dtype=torch.long, device=source.device)

    def step(self, tokens: Tensor) -> Tensor:
        """As `ProbedDecoder.step`."""
        self.target = torch.cat([self.target, tokens.unsqueeze(1)], dim=1)
        hidden = self.model.decode(self.target, self.memory, self.source, probe=self.probe)
        return self.model.project(hidden[:, -1:], self.probe).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """As `ProbedDecoder.select`."""
        super().select(rows, same_sources)
        self.target = self.target[rows]
