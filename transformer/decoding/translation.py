"""One translation, and how it was found: the choices at every step, its attention, the alternatives."""

import math
import time
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

import pandas as pd
import torch
from torch import Tensor

from transformer.checks import check_number, check_whole_number
from transformer.decoding.alignment import token_links
from transformer.decoding.batches import group_by_length
from transformer.decoding.encoded import EncodedSource
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.search import (
    DEFAULT_ALPHA,
    Hypothesis,
    Search,
    SearchOptions,
    default_max_length,
    length_penalty,
)
from transformer.decoding.strategies import Strategy
from transformer.decoding.trace import Trace, labels, of_head, trace_tokens, whole_target
from transformer.model.attentions import place
from transformer.model.probe import Probe
from transformer.model.translation_model import TranslationModel
from transformer.text.padding import pad_rows
from transformer.text.source import Source
from transformer.text.special_tokens import END

NOTHING = Search((Hypothesis((), (), 0.0, finished=True),))  # the result for an empty source

AT_ONCE = 32  # pairs that are scored together
_COLUMNS = ("step", "rank", "id", "token", "probability", "log_probability", "drawn_from", "taken", "forced")


@dataclass(frozen=True)
class Runs:
    """How often each stack ran.

    Attributes:
        encoder: once, however long the translation.
        decoder: once per step; a whole beam is one batch.
    """

    encoder: int
    decoder: int


@dataclass(frozen=True)
class Translation:
    """A translation and how it was made.

    The activations, `trace`, are not stored while decoding: a further forward pass computes it when
    you first ask for it or for what depends on it (`log_probabilities`, `entropies`, `steps`, `attention`, `alignment`,
    `as_json`). Until then a translation is as small as its tokens.

    Two are equal if the same search found the same result for the same source, however long it took. A pickle includes
    the model, once for all translations in it; a copy shares the model.

    Letters: T tokens of the translation, END included if it was reached; V vocabulary size; S source tokens.

    Attributes:
        source: what was translated.
        search: the hypotheses found, best first, and if recorded, everything in the beam.
        translator: computes the trace.
        seconds: how long decoding took.
        strategy: how the free tokens were chosen; None if all were given.
        forced: how many tokens at the beginning were given.
        runs: of the model while decoding; None unless recorded.
        probe: used while decoding, and for the trace.
    """

    source: Source
    search: Search
    translator: TextModel[TranslationModel] = field(repr=False, compare=False)
    seconds: float = field(compare=False)
    strategy: Strategy | None = None
    forced: int = 0
    runs: Runs | None = None
    probe: Probe | None = field(default=None, repr=False, compare=False)

    def __repr__(self) -> str:
        return f"Translation({self.source.text!r} → {self.text!r}, {self.strategy}, score {self.score:.3f})"

    def __deepcopy__(self, memo: object) -> "Translation":
        return replace(self)

    @property
    def hypothesis(self) -> Hypothesis:
        """Ids, log-probabilities and score."""
        return self.search.best

    @cached_property
    def tokens(self) -> tuple[str, ...]:
        """The translation's tokens as text (T)."""
        return tuple(self.translator.tokenizer.tokens(self.hypothesis.tokens))

    @cached_property
    def generated(self) -> str:
        """The text that the model generated, with names for what bypassed it (`transformer.text.carried`)."""
        return self.translator.tokenizer.decode(self.hypothesis.tokens)

    @cached_property
    def text(self) -> str:
        """The target sentence: what was generated, with what bypassed the model put back."""
        return self.generated if self.strategy is None else self.source.carried.put_back(self.generated)

    @property
    def score(self) -> float:
        """The hypothesis's log-probability divided by its length penalty."""
        return self.hypothesis.score

    @cached_property
    def trace(self) -> Trace:
        """Every activation of a teacher-forced pass over the translation and its end.

        Row t of an attention is the position that predicts token t; a truncated translation has one more row, the
        position that would have predicted the next token.
        """
        target = whole_target(self.hypothesis.tokens, self.translator.model.config.max_length)
        return trace_tokens(self.translator, self.source.ids, target, self.probe)

    @cached_property
    def log_probabilities(self) -> Tensor:
        """The natural logarithm of the next token's distribution at every step, (T, V)."""
        return torch.log_softmax(self.trace["logits"].float(), dim=-1)[: len(self.tokens)]

    @cached_property
    def entropies(self) -> Tensor:
        """H = − Σ p log p for every step's distribution, in nats, (T)."""
        return torch.special.entr(self.log_probabilities.exp()).sum(dim=-1)

    def steps(self, count: int = 10) -> pd.DataFrame:
        """The most probable tokens of every step, and the chosen one, if it is not among them.

        Returns:
            A row for each step and candidate: `step`, `rank` (0 is the most probable), `id`, `token`, `probability`,
            `log_probability`, `drawn_from` (its probability after temperature, top-k and top-p; the same as
            `probability` for other strategies), `taken`, `forced`.
        """
        return pd.DataFrame(self.candidates(count))

    def candidates(self, count: int = 10) -> list[dict[str, Any]]:
        """The rows of `steps` as plain data, many times quicker."""
        rows, count = [], check_whole_number(count, "How many tokens are shown")
        found = self.log_probabilities
        drawn_from = found.exp() if self.strategy is None else self.strategy.drawn_from(found)
        vocabulary = self.translator.tokenizer.vocabulary
        for step, (ranked, taken) in enumerate(zip(_most_probable(found, count), self.hypothesis.tokens, strict=True)):
            if taken not in [token for _, token in ranked]:
                ahead = found[step] > found[step, taken]
                ahead[:taken] |= found[step, :taken] == found[step, taken]
                ranked = [*ranked, (int(ahead.sum()), taken)]
            drawn = drawn_from[step, [token for _, token in ranked]].tolist()
            values = found[step, [token for _, token in ranked]].tolist()
            for (rank, token), value, share in zip(ranked, values, drawn, strict=True):
                of_token = token, vocabulary[token], math.exp(value), value, share, token == taken, step < self.forced
                rows.append(dict(zip(_COLUMNS, (step, rank, *of_token), strict=True)))
        return rows

    def attention(self, layer: int | None = None, head: int | None = None) -> pd.DataFrame:
        """The cross-attention that generated the translation: rows are its tokens, columns the source's.

        Repeated tokens are labelled as in `transformer.decoding.trace.labels`.

        Args:
            layer: the translator's `alignment_layer` by default. head: by default the mean over all.
        """
        weights = self._cross_attention(layer, head)
        return pd.DataFrame(weights.numpy(), index=labels(self.tokens), columns=labels(self.source.tokens))

    def alignment(self, layer: int | None = None, head: int | None = None) -> pd.DataFrame:
        """The source token that each token of the translation attends to most.

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

    def as_json(self, count: int = 10) -> dict[str, Any]:
        """Everything as plain data, for a file: each step's `count` most probable tokens, every head's attention."""
        of_layers = [self.trace.source_attention(layer) for layer in range(self.translator.model.cross_attentions)]
        return {
            "source": {"text": self.source.text, "tokens": self.source.tokens, "cut": self.source.cut},
            "carried": self.source.carried.as_json(),
            "strategy": None if self.strategy is None else self.strategy.as_json(),
            "forced": self.forced,
            "text": self.text,
            "tokens": self.tokens,
            "ids": self.hypothesis.tokens,
            "log_probabilities": self.hypothesis.log_probabilities,
            "log_probability": self.hypothesis.log_probability,
            "score": self.hypothesis.score,
            "finished": self.hypothesis.finished,
            "entropies": [round(float(entropy), 6) for entropy in self.entropies],
            "steps": self.candidates(count),
            "alignment": self.alignment().to_dict(orient="records"),
            "cross_attention": {
                f"{place('cross', layer)}.weights": _round(weights[:, : len(self.tokens)])
                for layer, weights in enumerate(of_layers)
            },
            "nodes": [vars(node) for node in self.search.nodes],
            "runs": vars(self.runs) if self.runs else None,
        }

    def _cross_attention(self, layer: int | None, head: int | None) -> Tensor:
        layer = self.translator.alignment_layer if layer is None else layer
        weights = self.trace.source_attention(layer)
        chosen = weights.mean(dim=0) if head is None else of_head(weights, head, place("cross", layer))
        return chosen[: len(self.tokens)].float()


def find_translation(
    translator: TextModel[TranslationModel],
    source: Source,
    strategy: Strategy,
    prefix: Sequence[int] = (),
    record: bool = False,
    probe: Probe | None = None,
    encoded: EncodedSource | None = None,
) -> Translation:
    """Decode one source, beginning with a prefix; an empty source has an empty translation.

    Args:
        prefix: ids that the translation must begin with, without START; an END ends it.
        record: whether to keep the beam's nodes and the number of runs.
        probe: observes or changes every step, and again when the translation's trace is taken.
        encoded: the source, if already encoded; the translation's time includes that.
    """
    prefix = tuple(prefix)
    options = SearchOptions(
        _longest(translator.model, source, prefix),
        [prefix],
        record,
        probe,
        None if encoded is None else encoded.memory,
        translator.compiled,
    )
    begun = time.perf_counter()
    search = NOTHING if source.empty else strategy.search(translator.model, [source.ids], options)[0]
    seconds = time.perf_counter() - begun + (0.0 if encoded is None else encoded.seconds)
    runs = Runs(0 if source.empty else 1, search.steps) if record else None
    return Translation(source, search, translator, seconds, strategy, len(prefix), runs, probe)


def find_translations(
    translator: TextModel[TranslationModel], sources: Sequence[Source], strategy: Strategy
) -> list[Translation]:
    """Decode several sources in one batch; each translation's `seconds` are those of the whole batch."""
    begun = time.perf_counter()
    filled = [source.ids for source in sources if not source.empty]
    searches = iter(strategy.search(translator.model, filled, SearchOptions(compiled=translator.compiled)))
    found = [NOTHING if source.empty else next(searches) for source in sources]
    seconds = time.perf_counter() - begun
    return [
        Translation(source, search, translator, seconds, strategy)
        for source, search in zip(sources, found, strict=True)
    ]


@torch.no_grad()
def score_all(
    translator: TextModel[TranslationModel],
    pairs: Sequence[tuple[Source, Sequence[int]]],
    alpha: float = DEFAULT_ALPHA,
) -> list[Translation]:
    """Score given translations in batches of similar length; each one's `seconds` are those of its whole batch.

    Args:
        pairs: each source with the ids of its translation, without START; END is last if the translation is complete.
        alpha: length penalty of the score.
    """
    alpha, model = check_number(alpha, "The length penalty"), translator.model
    device, found = next(model.parameters()).device, dict[int, Translation]()
    for group in group_by_length([(len(source.ids), len(target)) for source, target in pairs], AT_ONCE):
        begun = time.perf_counter()
        targets = [tuple(pairs[index][1]) for index in group]
        read = [whole_target(target, model.config.max_length)[:-1] for target in targets]
        logits = model(pad_rows([pairs[index][0].ids for index in group]).to(device), pad_rows(read).to(device))
        chosen = pad_rows(targets).to(device).unsqueeze(-1)
        values = torch.log_softmax(logits[:, : chosen.size(1)].float(), dim=-1).gather(-1, chosen).squeeze(-1).tolist()
        seconds = time.perf_counter() - begun
        for index, target, row in zip(group, targets, values, strict=True):
            total = math.fsum(row[: len(target)]) / length_penalty(len(target), alpha)
            hypothesis = Hypothesis(target, tuple(row[: len(target)]), total, finished=target[-1:] == (END,))
            search, runs = Search((hypothesis,)), Runs(1, 1)
            found[index] = Translation(pairs[index][0], search, translator, seconds, forced=len(target), runs=runs)
    return [found[index] for index in range(len(pairs))]


def _most_probable(log_probabilities: Tensor, count: int) -> list[list[tuple[int, int]]]:
    """Rank and id of the most probable tokens of each step (T, V), equal ones in the order of their ids; quicker than
    to sort the vocabulary.
    """
    count = max(0, min(count, log_probabilities.size(-1)))
    found: list[list[tuple[float, int]]] = [[] for _ in log_probabilities]
    if count and len(found):
        places = log_probabilities >= log_probabilities.topk(count).values[:, -1:]
        for (step, token), value in zip(places.nonzero().tolist(), log_probabilities[places].tolist(), strict=True):
            found[step].append((-value, token))
    return [[(rank, token) for rank, (_, token) in enumerate(sorted(each)[:count])] for each in found]


def _longest(model: TranslationModel, source: Source, prefix: Sequence[int]) -> int:
    """The most tokens a translation can have: as many as a free one, and after a prefix at least half as many more."""
    free = default_max_length(model, len(source.ids))
    return min(max(free, len(prefix) + free // 2), model.config.max_length)


def _round(weights: Tensor) -> list[Any]:
    return [[[round(float(weight), 4) for weight in row] for row in head] for head in weights]
