"""Greedy decoding: the most probable token at each step, or one chosen differently."""

import math
from collections.abc import Callable
from typing import TypeAlias

import torch
from torch import Tensor

from transformer.decoding.compiled.decoder import CompiledDecoder
from transformer.decoding.search import FREE, Hypothesis, SearchOptions, Sources, length_penalty
from transformer.model.translation_model import TranslationModel
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import END, START

# Chooses a token from log-probabilities (V) at a step, counted from 0.
Choice: TypeAlias = Callable[[Tensor, int], int]


def greedy(
    model: TranslationModel,
    sources: Sources,
    options: SearchOptions = FREE,
    alpha: float = 0.0,
    choose: Choice | None = None,
) -> list[Hypothesis]:
    """Take the most probable token at each step, for a batch of sentences.

    Args:
        model: in evaluation mode.
        alpha: for the score only.
        choose: another way to choose a token.

    Returns:
        One hypothesis per sentence, in order.
    """
    if not sources:
        return []
    with options.gradient_mode():
        found = _decode(model, sources, options, choose)
    return [
        Hypothesis(tuple(t), tuple(p), math.fsum(p) / length_penalty(len(t), alpha), finished=t[-1] == END)
        for t, p in found
    ]


def _decode(
    model: TranslationModel, sources: Sources, options: SearchOptions, choose: Choice | None
) -> list[tuple[list[int], list[float]]]:
    """Tokens of each sentence, and their log-probabilities."""
    device = next(model.parameters()).device
    limits = options.limits(model, sources)
    decoder = options.start(model, pad_rows(sources).to(device))
    found: list[tuple[list[int], list[float]]] = [([], []) for _ in sources]
    going_on = list(range(len(sources)))
    last = torch.full((len(sources),), START, device=device)
    for step in range(max(limits)):
        logits = decoder.step(last)
        given = [options.forced(sentence, step) for sentence in going_on]
        if isinstance(decoder, CompiledDecoder) and choose is None and given.count(None) == len(given):
            ranked = decoder.model.library.rank(logits, logits.new_zeros(len(given), 1), 1)
            best, chosen = (each.squeeze(1) for each in ranked)
        else:
            distribution = torch.log_softmax(logits, dim=-1)
            best, chosen = distribution.max(dim=-1)
            for row, token in enumerate(given):
                if token is None and choose is not None:
                    token = choose(distribution[row], step)
                if token is not None:
                    chosen[row], best[row] = token, distribution[row, token]
        still_open = []
        for row, (sentence, token, value) in enumerate(zip(going_on, chosen.tolist(), best.tolist(), strict=True)):
            tokens, log_probabilities = found[sentence]
            tokens.append(token)
            log_probabilities.append(value)
            if token != END and step + 1 < limits[sentence]:
                still_open.append(row)
        if not still_open:
            break
        if len(still_open) < len(going_on):
            rows = torch.tensor(still_open, device=device)
            going_on = [going_on[row] for row in still_open]
            chosen = chosen[rows]
            decoder.select(rows)
        last = chosen
    return found
