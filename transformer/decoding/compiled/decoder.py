"""One decoding in progress, with one call of compiled code per step."""

import torch
from torch import Tensor

from transformer.decoding.compiled.library import FLOATS, StepStruct
from transformer.decoding.compiled.model import CompiledModel
from transformer.text.special_tokens import PAD

FIRST_PLACES = 128  # of the pool: a beam of 5 over 25 positions


class CompiledDecoder:
    """`CachedDecoder` without a probe: the same steps, the same numbers.

    Keys and values of a position are written once and never move. A hypothesis is a list of where its positions are,
    and choosing hypotheses means choosing lists.

    Args:
        model: in the compiled code's form.
        source: (B, L) ids, padded with PAD at the end.
        memory: (B, L, D), the encoded sources; computed here by default.
    """

    def __init__(self, model: CompiledModel, source: Tensor, memory: Tensor | None = None) -> None:
        self.model = model
        self.length = 0
        read = source != PAD
        lengths = read.sum(dim=1)
        memory = model.encode(source[read].unsqueeze(0), lengths) if memory is None else memory[read].unsqueeze(0)
        # Where each row's source begins, and its length.
        self._spans = torch.stack((lengths.cumsum(dim=0) - lengths, lengths), dim=1).to(torch.int32)
        self._source = model.keys_and_values(memory)
        self._places = 0  # positions of the pool in use
        self._pool = torch.empty(self._source.size(0), 2, FIRST_PLACES, self._source.size(3), **FLOATS)
        self._past: Tensor | None = None  # (rows, T) int32: where each row's positions are in the pool

    def step(self, tokens: Tensor) -> Tensor:
        """Read one more token of each hypothesis, (rows) ids, and return the logits of the next one, (rows, V).

        Raises:
            IndexError: for a token that is not in the vocabulary, or beyond the model's last position.
            ValueError: for more tokens than hypotheses, or fewer.
        """
        rows = len(tokens)
        if rows != len(self._spans):
            raise ValueError(f"There are {len(self._spans)} hypotheses, not {rows}.")
        new = torch.arange(self._places, self._places + rows, dtype=torch.int32, device="cpu").unsqueeze(1)
        past = new if self._past is None else torch.cat((self._past, new), dim=1)
        self._make_room(rows)
        logits = torch.empty(rows, self.model.struct.vocabulary, **FLOATS)
        tokens = tokens.to(torch.int64).contiguous()
        step = StepStruct(
            source=self._source.data_ptr(),
            spans=self._spans.data_ptr(),
            pool=self._pool.data_ptr(),
            past=past.data_ptr(),
            tokens=tokens.data_ptr(),
            logits=logits.data_ptr(),
            source_length=self._source.size(2),
            capacity=self._pool.size(2),
            past_stride=past.size(1),
            position=self.length,
            rows=rows,
        )
        self.model.library.decode_step(self.model.struct, step)
        self._past, self._places, self.length = past, self._places + rows, self.length + 1
        return logits

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """As `StepDecoder.select`."""
        if self._past is not None:
            self._past = self._past.index_select(0, rows)
        if not same_sources:
            self._spans = self._spans.index_select(0, rows)

    def _make_room(self, rows: int) -> None:
        if self._places + rows <= self._pool.size(2):
            return
        layers, two, _, width = self._pool.shape
        larger = torch.empty(layers, two, 2 * (self._places + rows), width, **FLOATS)
        larger[:, :, : self._places] = self._pool[:, :, : self._places]
        self._pool = larger
