"""One stack as a language model: it continues a text, without a separator and so without a translation."""

from collections.abc import Sequence
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.search import Hypothesis, SearchOptions
from transformer.decoding.strategies import Strategy
from transformer.model.cache import DecoderCache
from transformer.model.one_stack import OneStack


@dataclass(frozen=True)
class Writing:
    """A text that a model has continued.

    Attributes:
        beginning: its ids, as given. hypothesis: what the model wrote, END last if it came to an end. text: both.
        log_probabilities: of every token of the vocabulary at each step, (T, V), before the strategy changes them.
    """

    beginning: tuple[int, ...]
    hypothesis: Hypothesis
    text: str
    log_probabilities: Tensor = field(repr=False, compare=False)


@torch.no_grad()
def write_on(translator: TextModel[OneStack], beginning: Sequence[int], strategy: Strategy, max_length: int) -> Writing:
    """Continue a text by a strategy.

    Args:
        beginning: at least one id. max_length: the most tokens to write; fewer, if the model's positions end.
    """
    model, beginning = translator.model, tuple(beginning)
    options = _FromBeginning(max_length=min(max_length, model.config.max_length - len(beginning) + 1))
    found = strategy.search(model, [beginning], options)[0].best
    whole = torch.tensor([[*beginning, *found.tokens[:-1]]], device=model.output_projection.weight.device)
    logits = model.project(model.read(whole[:, :0], whole)[0, len(beginning) - 1 :])
    text = translator.tokenizer.decode([*beginning, *found.tokens])
    return Writing(beginning, found, text, torch.log_softmax(logits.float(), dim=-1).cpu())


class _FromBeginning(SearchOptions):
    """What a search takes for a source is the text's beginning."""

    def start(self, model: OneStack, source: Tensor) -> "_Writer":  # type: ignore[override]
        """Prepare the first step."""
        return _Writer(model, source)


class _Writer:
    """A text in progress, (B, P) ids; keys and values of earlier steps are cached."""

    def __init__(self, model: OneStack, beginning: Tensor) -> None:
        self.model, self.beginning = model, beginning
        self.cache = DecoderCache(model.config.decoder_layers)

    def step(self, tokens: Tensor) -> Tensor:
        """As `StepDecoder.step`; the first token, START, gives way to the beginning."""
        new = tokens.unsqueeze(1) if self.cache.length else self.beginning
        return self.model.project(self.model.read(new[:, :0], new, self.cache)[:, -1:]).squeeze(1)

    def select(self, rows: Tensor, same_sources: bool = False) -> None:
        """As `StepDecoder.select`."""
        self.cache.select(rows)
