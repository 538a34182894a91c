"""One decoding, kept: its tokens, what stood to choose at every step, its attention, and the roads not taken."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import pandas as pd
import torch
from torch import Tensor

from transformer.decoding.alignment import token_links
from transformer.decoding.search import BeamSearch, Hypothesis, beam_search, default_max_length, greedy, length_penalty
from transformer.decoding.strategies import Beam, Sampling, Strategy
from transformer.decoding.trace import Trace, trace_tokens
from transformer.model.attentions import all_layers, place
from transformer.model.probe import Probe, chain
from transformer.model.transformer import Transformer
from transformer.text.source import Source
from transformer.text.special_tokens import END, START
from transformer.text.tokenizer import SubwordTokenizer


@dataclass(frozen=True)
class Runs:
    """How often the two stacks were run.

    Attributes:
        encoder: once, however long the translation.
        decoder: once a step; a whole beam is one batch.
    """

    encoder: int
    decoder: int


@dataclass(frozen=True)
class Transcript:
    """One translation and how it came about. It holds no reference to the model.

    Letters: T tokens of the translation, END included if it was reached; V vocabulary size; S source tokens.

    Attributes:
        source: what was translated.
        strategy: how the free tokens were chosen; None if all were given.
        forced: how many tokens at the beginning were given.
        hypothesis: ids, log-probabilities and score.
        tokens: as written (T). text: the target sentence.
        search: the whole beam search, of a recorded beam.
        trace: every activation of one forward pass over the translation; None unless recorded. Row t of an attention is
            the position that says token t.
        runs: counted while decoding; None unless recorded.
        alignment_layer: the decoder layer whose cross-attention aligns best.
    """

    source: Source
    strategy: Strategy | None
    forced: int
    hypothesis: Hypothesis
    tokens: tuple[str, ...]
    text: str
    search: BeamSearch | None
    trace: Trace | None
    runs: Runs | None
    alignment_layer: int
    _vocabulary: tuple[str, ...]

    @cached_property
    def log_probabilities(self) -> Tensor:
        """The natural logarithm of the next token's distribution at every step, (T, V).

        Raises:
            ValueError: if the decoding was not recorded.
        """
        return torch.log_softmax(self._recorded["logits"].float(), dim=-1)[: len(self.tokens)]

    @cached_property
    def entropies(self) -> Tensor:
        """H = − Σ p log p of every step's distribution in nats, (T)."""
        return torch.special.entr(self.log_probabilities.exp()).sum(dim=-1)

    def steps(self, count: int = 10) -> pd.DataFrame:
        """The most probable tokens of every step, and the one that was taken if it is not among them.

        Returns:
            A row for each step and candidate: `step`, `rank` (0 is the most probable), `id`, `token`, `probability`,
            `log_probability`, `drawn_from` (its probability after temperature, top-k and top-p; of another strategy the
            same as `probability`), `taken`, `forced`.
        """
        rows = []
        drawn_from = self._drawn_from()
        steps = zip(self.log_probabilities, self.hypothesis.tokens, strict=True)
        for step, (log_probabilities, taken) in enumerate(steps):
            order = log_probabilities.argsort(descending=True, stable=True)
            ranked = list(enumerate(order[:count].tolist()))
            if taken not in [token for _, token in ranked]:
                ranked.append((int((order == taken).nonzero()), taken))
            for rank, token in ranked:
                value = float(log_probabilities[token])
                rows.append(
                    {
                        "step": step,
                        "rank": rank,
                        "id": token,
                        "token": self._vocabulary[token],
                        "probability": math.exp(value),
                        "log_probability": value,
                        "drawn_from": float(drawn_from[step, token]),
                        "taken": token == taken,
                        "forced": step < self.forced,
                    }
                )
        return pd.DataFrame(rows)

    def n_best(self) -> pd.DataFrame:
        """The hypotheses that the search ended with, best first, with length, total log-probability and score."""
        hypotheses = self.search.hypotheses if self.search else (self.hypothesis,)
        return pd.DataFrame(
            [
                {
                    "tokens": tuple(self._vocabulary[token] for token in each.tokens),
                    "length": len(each.tokens),
                    "log_probability": each.log_probability,
                    "score": each.score,
                    "finished": each.finished,
                }
                for each in hypotheses
            ]
        )

    def attention(self, layer: int | None = None, head: int | None = None) -> pd.DataFrame:
        """Cross-attention with which the translation was said: rows are its tokens, columns the source's.

        Args:
            layer: `alignment_layer` when left out. head: the mean over all when left out.
        """
        weights = self._cross_attention(layer, head)
        return pd.DataFrame(weights.numpy(), index=list(self.tokens), columns=list(self.source.tokens))

    def alignment(self, layer: int | None = None, head: int | None = None) -> pd.DataFrame:
        """The source token that each token of the translation looks at most.

        Returns:
            Columns `source`, `target` (positions), `source_token`, `target_token`, `weight`.
        """
        weights = self._cross_attention(layer, head)
        links = token_links(weights, self.source.tokens, self.tokens)
        return pd.DataFrame(
            [
                (source, target, self.source.tokens[source], self.tokens[target], float(weights[target, source]))
                for source, target in links
            ],
            columns=["source", "target", "source_token", "target_token", "weight"],
        )

    def left_at(self) -> int | None:
        """The first step at which the model itself would have said something else; None if it never would."""
        preferred = self.log_probabilities.argmax(dim=-1).tolist()
        steps = zip(preferred, self.hypothesis.tokens, strict=True)
        return next((step for step, (best, taken) in enumerate(steps) if best != taken), None)

    def as_json(self, count: int = 10) -> dict[str, Any]:
        """All of it as plain data, for a file: each step's `count` most probable tokens, every head's attention."""
        of_layers = enumerate(all_layers(self._recorded, "cross", "weights")[:, :, : len(self.tokens)])
        return {
            "source": {"text": self.source.text, "tokens": self.source.tokens, "cut": self.source.cut},
            "strategy": None
            if self.strategy is None
            else {"name": type(self.strategy).__name__.lower(), **vars(self.strategy)},
            "forced": self.forced,
            "text": self.text,
            "tokens": self.tokens,
            "ids": self.hypothesis.tokens,
            "log_probabilities": self.hypothesis.log_probabilities,
            "log_probability": self.hypothesis.log_probability,
            "score": self.hypothesis.score,
            "finished": self.hypothesis.finished,
            "entropies": [round(float(entropy), 6) for entropy in self.entropies],
            "steps": self.steps(count).to_dict(orient="records"),
            "alignment": self.alignment().to_dict(orient="records"),
            "cross_attention": {f"{place('cross', layer)}.weights": _rounded(weights) for layer, weights in of_layers},
            "nodes": [vars(node) for node in self.search.nodes] if self.search else [],
            "runs": vars(self.runs) if self.runs else None,
        }

    @property
    def _recorded(self) -> Trace:
        if self.trace is None:
            raise ValueError("This decoding was not recorded: decode with record=True.")
        return self.trace

    def _cross_attention(self, layer: int | None, head: int | None) -> Tensor:
        of_layer = place("cross", self.alignment_layer if layer is None else layer)
        weights = self._recorded[f"{of_layer}.weights"]
        chosen = weights.mean(dim=0) if head is None else weights[head]
        return chosen[: len(self.tokens)].float()

    def _drawn_from(self) -> Tensor:
        if isinstance(self.strategy, Sampling):
            return self.strategy.probabilities(self.log_probabilities)
        return self.log_probabilities.exp()


def transcribe(
    model: Transformer,
    tokenizer: SubwordTokenizer,
    source: Source,
    strategy: Strategy,
    prefix: Sequence[int] = (),
    record: bool = True,
    alignment_layer: int = -1,
    max_length: int | None = None,
    probe: Probe | None = None,
) -> Transcript:
    """Decode one source, beginning with a prefix.

    Args:
        prefix: ids that the translation must begin with, without START; an END ends it.
        record: whether to keep the trace, the beam's nodes and the counts; slower, since every step is looked at.
        alignment_layer: counted from 0, or from the last by −1.
        max_length: most tokens; as for a free translation, and enough for the prefix, when left out.
        probe: looks on at every step, or takes part in it.
    """
    prefix = tuple(prefix)
    limit = max_length or min(
        max(default_max_length(model, len(source.ids)), len(prefix) + default_max_length(model, len(source.ids)) // 2),
        model.config.max_length,
    )
    counter = _Counter()
    looking = [each for each in (probe, counter if record else None) if each is not None]
    probe = chain(*looking) if looking else None
    search = None
    if isinstance(strategy, Beam):
        (search,) = beam_search(
            model, [source.ids], strategy.size, strategy.alpha, limit, record=record, probe=probe, prefixes=[prefix]
        )
        hypothesis = search.best
    else:
        choose = strategy.draw if isinstance(strategy, Sampling) else None
        (hypothesis,) = greedy(model, [source.ids], limit, probe=probe, prefixes=[prefix], choose=choose)
    return _transcript(
        model, tokenizer, source, strategy, len(prefix), hypothesis, search, record, counter.runs, alignment_layer
    )


def score(
    model: Transformer,
    tokenizer: SubwordTokenizer,
    source: Source,
    target: Sequence[int],
    alpha: float = 1.0,
    alignment_layer: int = -1,
) -> Transcript:
    """What the model thinks of a translation that somebody else made.

    Args:
        target: ids without START; END is the last if the translation is whole.
        alpha: length penalty of the score.
    """
    target = tuple(target)
    trace = trace_tokens(model, tokenizer, source.ids, [START, *target])
    all_values = torch.log_softmax(trace["logits"].float(), dim=-1)
    values = tuple(all_values[torch.arange(len(target)), list(target)].tolist())
    total = math.fsum(values) / length_penalty(len(target), alpha)
    hypothesis = Hypothesis(target, values, total, finished=target[-1:] == (END,))
    return _transcript(model, tokenizer, source, None, len(target), hypothesis, None, True, Runs(1, 1), alignment_layer)


class _Counter:
    """A probe that counts how often each stack gave its output."""

    def __init__(self) -> None:
        self.counts = {"encoder.output": 0, "decoder.output": 0}

    def __call__(self, name: str, value: Tensor) -> Tensor:
        if name in self.counts:
            self.counts[name] += 1
        return value

    @property
    def runs(self) -> Runs:
        return Runs(self.counts["encoder.output"], self.counts["decoder.output"])


def _transcript(
    model: Transformer,
    tokenizer: SubwordTokenizer,
    source: Source,
    strategy: Strategy | None,
    forced: int,
    hypothesis: Hypothesis,
    search: BeamSearch | None,
    record: bool,
    runs: Runs,
    alignment_layer: int,
) -> Transcript:
    trace = trace_tokens(model, tokenizer, source.ids, [START, *hypothesis.tokens]) if record else None
    return Transcript(
        source,
        strategy,
        forced,
        hypothesis,
        tuple(tokenizer.tokens(hypothesis.tokens)),
        tokenizer.decode(hypothesis.tokens),
        search,
        trace,
        runs if record else None,
        alignment_layer % model.config.decoder_layers,
        tokenizer.vocabulary,
    )


def _rounded(weights: Tensor) -> list[Any]:
    return [[[round(float(weight), 4) for weight in row] for row in head] for head in weights]
