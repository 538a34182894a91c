"""The recurrent decoder one position at a time, as decoding needs it."""

from torch import Tensor

from transformer.model.probe import Probe, select_rows
from transformer.predecessors.recurrent.network import RecurrentNetwork


class RecurrentDecoder:
    """One decoding in progress over a batch of B hypotheses: all that it remembers is one state each.

    Args:
        model: in evaluation mode.
        source: (B, S) ids.
        probe: shown the encoder's activations once, and the decoder's at every step.
    """

    def __init__(self, model: RecurrentNetwork, source: Tensor, probe: Probe | None = None) -> None:
        self.model, self.probe = model, probe
        self.reading = model.encode(source, probe)
        self.state = self.reading.start

    def step(self, tokens: Tensor) -> Tensor:
        """Read the next token of each hypothesis, (B) ids, and return the logits of what follows, (B, V)."""
        hidden, self.state = self.model.decode(tokens.unsqueeze(1), self.reading, self.state, self.probe)
        return self.model.project(hidden, self.probe).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """Keep these rows of the batch, in this order.

        Args:
            rows: (B',) indices.
            same_sources: True when each row is replaced by one with the same source sentence.
        """
        if self.probe is not None:
            select_rows(self.probe, rows)
        self.state = self.state[rows]
        if not same_sources:
            self.reading = self.reading.select(rows)
