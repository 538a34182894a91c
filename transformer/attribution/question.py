"""One token of a translation, possibly a rival to compare it with, and the pass that produced it.

Letters: S source tokens (END included), P target tokens read before that token (START included), D model
width.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import torch
from torch import Tensor

from transformer.checks import check_whole_number
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.trace import Trace, trace_tokens
from transformer.errors import GlassformerError
from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe, nearest_in_words
from transformer.model.transformer import Transformer
from transformer.text.special_tokens import START, WORD_START


@dataclass(frozen=True)
class Question:
    """Why this token rather than that one?

    Attributes:
        translator: the model and its vocabulary.
        source: ids (S). prefix: ids that were read before the token is predicted (P), START first.
        token: the id in question. rival: another id, or None to explain the token alone.
    """

    translator: TextModel[Transformer | OneStack]
    source: tuple[int, ...]
    prefix: tuple[int, ...]
    token: int
    rival: int | None

    def __deepcopy__(self, memo: object) -> "Question":
        return replace(self)  # from the same model

    @cached_property
    def trace(self) -> Trace:
        """The pass over source, prefix and the token itself, so that row P is the one that reads it back."""
        read = [*self.prefix, self.token][: self.translator.model.config.max_length]
        return trace_tokens(self.translator, self.source, [*read, self.token])

    @property
    def encoder_decoder(self) -> Transformer:
        """The model, for what follows the parts of an encoder-decoder."""
        assert isinstance(self.translator.model, Transformer)
        return self.translator.model

    @property
    def predicted_at(self) -> int:
        """The target position that predicts the token."""
        return len(self.prefix) - 1

    @property
    def read_back_at(self) -> int:
        """The target position that reads the token; if there is none, the one that predicts it."""
        return min(len(self.prefix), len(self.trace.target_tokens) - 1)

    @property
    def tokens(self) -> list[tuple[str, int, str]]:
        """The tokens that get attributions: side, position and token, the source's first."""
        read = self.trace.target_tokens[: len(self.prefix)]
        return [("source", at, token) for at, token in enumerate(self.trace.source_tokens)] + [
            ("target", at, token) for at, token in enumerate(read)
        ]

    @property
    def asked(self) -> dict[Hashable | None, Any]:
        """What a table about the question keeps in its `attrs`: `step`, `token`, and `rival` (or None)."""
        token = self.translator.tokenizer.token
        rival = None if self.rival is None else token(self.rival)
        return {"step": self.predicted_at, "token": token(self.token), "rival": rival}

    def score(self, hidden: Tensor) -> Tensor:
        """The value to explain: the token's logit, minus the rival's if there is one; (…, D) → (…).

        Args:
            hidden: the decoder's output where the token is predicted.
        """
        output = self.translator.model.output_projection.weight
        direction = output[self.token] if self.rival is None else output[self.token] - output[self.rival]
        return hidden @ direction

    def hidden(self, rows: Tensor, probe: Probe) -> Tensor:
        """The decoder's output where the token is predicted, in each row of a batch of the same sentence, (rows, D).

        Args: rows: which of the encoder's rows each of the decoder's reads.
        """
        model = self.translator.model
        device = model.output_projection.weight.device
        source, prefix = (
            torch.tensor([ids], device=device).expand(len(rows), -1) for ids in (self.source, self.prefix)
        )
        memory = model.encode(source[: int(rows.max()) + 1], probe)[rows]
        return model.decode(prefix, memory, source, probe=probe)[:, -1]


def ask(
    translator: TextModel[Transformer | OneStack],
    source: Sequence[int],
    tokens: Sequence[int],
    step: int,
    against: str | int | None = None,
) -> Question:
    """The question about one step of a translation.

    Args:
        source: ids, END included. tokens: the translation's ids. step: of the token, counted from 0.
        against: the rival, as a token, a word's beginning, or an id.

    Raises:
        GlassformerError: if there is no such step, or the rival is not in the vocabulary.
    """
    step = check_whole_number(step, "A token's step")
    if not 0 <= step < len(tokens):
        raise GlassformerError(f"The translation has {len(tokens)} tokens, from 0 to {len(tokens) - 1}; not {step}.")
    prefix, token = (START, *tokens[:step]), tokens[step]
    rival = None if against is None else token_id(translator, against)
    if rival == token:
        raise GlassformerError("A token can't be its own rival: choose a different one.")
    return Question(translator, tuple(source), prefix, token, rival)


def token_id(translator: TextModel[Transformer | OneStack], token: str | int) -> int:
    """A token of the vocabulary, given as an id, as a word's beginning with or without the `▁`, or as text.

    Raises:
        GlassformerError: if there is none; it names the nearest.
    """
    ids = translator.tokenizer.ids
    if not isinstance(token, str):
        token = check_whole_number(token, "A token that isn't text")
        if not 0 <= token < translator.tokenizer.size:
            raise GlassformerError(f"There is no token {token} in this vocabulary of {translator.tokenizer.size}.")
        return token
    if not token:
        raise GlassformerError("An empty text is no token: give one, or leave it out.")
    for written in (WORD_START + token, token):
        if written in ids:
            return ids[written]
    raise GlassformerError(
        f"{token!r} isn't one token of this vocabulary; the nearest are {nearest_in_words(WORD_START + token, ids)}."
    )
