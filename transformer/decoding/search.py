"""Finding a translation: greedy decoding and beam search over cached steps.

Both are deterministic: of equally probable continuations the one of the better-placed hypothesis wins, then the one
with the lower token id.
"""

import functools
import inspect
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import ParamSpec, TypeAlias, TypeVar

import torch
from torch import Tensor

from transformer.decoding.cached import CachedDecoder, WholeDecoder
from transformer.decoding.compiled.decoder import CompiledDecoder
from transformer.decoding.compiled.model import CompiledModel
from transformer.model.probe import Probe, looks_ahead
from transformer.model.transformer import Transformer
from transformer.model.translation_model import StepDecoder, TranslationModel
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import END, START

DEFAULT_BEAM, DEFAULT_ALPHA = 5, 1.0  # hypotheses kept and length penalty, wherever nobody says otherwise
ROOT = -1  # parent of the nodes of step 0
P = ParamSpec("P")
Found = TypeVar("Found")

# Chooses a token from log-probabilities (V) at a step, counted from 0.
Choice: TypeAlias = Callable[[Tensor, int], int]


@dataclass(frozen=True)
class Hypothesis:
    """A translation, whole or in the making.

    Attributes:
        tokens: ids after START; END is the last one when `finished`.
        log_probabilities: natural logarithm of each token's probability, given the source and the tokens before it.
        score: the sum of `log_probabilities` divided by the length penalty.
        finished: False if the maximum length cut it off.
    """

    tokens: tuple[int, ...]
    log_probabilities: tuple[float, ...] = field(repr=False)
    score: float
    finished: bool

    @property
    def log_probability(self) -> float:
        """Logarithm of the whole hypothesis's probability."""
        return math.fsum(self.log_probabilities)


class NodeState(StrEnum):
    """What became of a hypothesis that beam search held."""

    KEPT = "kept"  # went on to the next step
    PRUNED = "pruned"  # was among the candidates, but not among the best
    FINISHED = "finished"  # ended in END


@dataclass(frozen=True)
class SearchNode:
    """One hypothesis that beam search held at one step; its text is the path to the root.

    Attributes:
        parent: index of the node it continues, ROOT at step 0.
        step: 0 for the first token.
        token: the id it adds.
        log_probability: of that token, given the path.
        total: sum along the path.
        score: `total` divided by the length penalty.
        state: what became of it at once; a kept node whose children were all pruned led nowhere.
    """

    parent: int
    step: int
    token: int
    log_probability: float
    total: float
    score: float
    state: NodeState


@dataclass(frozen=True)
class Search:
    """What a search for one sentence's translation found, and the whole search.

    Attributes:
        hypotheses: best score first; never empty. A beam finds as many as it is wide at most, greedy decoding one.
        nodes: every hypothesis that a beam held, in the order of the search; empty unless recorded.
    """

    hypotheses: tuple[Hypothesis, ...]
    nodes: tuple[SearchNode, ...] = ()

    def __repr__(self) -> str:
        return f"Search({len(self.hypotheses)} hypotheses, {len(self.nodes)} nodes, best {self.best})"

    @property
    def best(self) -> Hypothesis:
        """The translation."""
        return self.hypotheses[0]

    def path(self, node: int) -> tuple[int, ...]:
        """The token ids from the first step to `node`."""
        tokens = []
        while node != ROOT:
            tokens.append(self.nodes[node].token)
            node = self.nodes[node].parent
        return tuple(reversed(tokens))


@dataclass(frozen=True)
class SearchOptions:
    """What a search is held to beside its own rule, and whether it keeps what it held.

    Attributes:
        max_length: most tokens of a translation; `default_max_length` of each source when left out.
        prefixes: for each sentence the tokens that its translations must begin with; nothing when left out.
        record: whether a beam returns every hypothesis held as `nodes`.
        memory: the encoded sources, (B, S, D); they are encoded when left out. A recurrent network and a search under a
            probe encode them in any case.
        compiled: the model as compiled code reads it, which decodes a single sentence if there is no probe.
    """

    max_length: int | None = None
    prefixes: Sequence[Sequence[int]] | None = None
    record: bool = False
    memory: Tensor | None = None
    compiled: CompiledModel | None = None

    def limits(self, model: TranslationModel, sources: Sequence[Sequence[int]]) -> list[int]:
        """For each source how many tokens its translation may have, within the model's positions."""
        longest = model.config.max_length
        return [min(self.max_length or default_max_length(model, len(ids)), longest) for ids in sources]

    def forced(self, sentence: int, step: int) -> int | None:
        """The token that a sentence's translation must have at a step; None where it is free."""
        if self.prefixes is None or step >= len(self.prefixes[sentence]):
            return None
        return self.prefixes[sentence][step]


FREE = SearchOptions()


def length_penalty(length: int, alpha: float) -> float:
    """GNMT's length penalty (Wu et al. 2016, arXiv 1609.08144, equation 14).

        lp(Y) = ((5 + |Y|) / 6)^α

    Args:
        length: tokens of the hypothesis, END included.
        alpha: 0 for none; larger values favour longer translations.
    """
    return ((5 + length) / 6) ** alpha


def default_max_length(model: TranslationModel, source_length: int) -> int:
    """How many tokens a translation may have, within the model's positions: 50 more than the source (section 6.1).

    Of a short source fewer, twice as many and ten: nothing as short is translated by so many.
    """
    return min(model.config.max_length, 2 * source_length + 10, source_length + 50)


def _without_gradients(search: Callable[P, list[Found]]) -> Callable[P, list[Found]]:
    """A search in inference mode, which is the quickest; with a probe without it, for what a probe keeps goes on."""
    signature = inspect.signature(search)

    @functools.wraps(search)
    def run(*args: P.args, **kwargs: P.kwargs) -> list[Found]:
        watched = signature.bind(*args, **kwargs).arguments.get("probe") is not None
        with torch.no_grad() if watched else torch.inference_mode():
            return search(*args, **kwargs)

    return run


@_without_gradients
def greedy(
    model: TranslationModel,
    sources: Sequence[Sequence[int]],
    options: SearchOptions = FREE,
    alpha: float = 0.0,
    probe: Probe | None = None,
    choose: Choice | None = None,
) -> list[Hypothesis]:
    """Take the most probable token at each step, for a batch of sentences.

    Args:
        model: in evaluation mode.
        sources: token ids of each sentence, END included.
        options: the length and the prefixes that it is held to.
        alpha: for the score alone.
        probe: an intervention or a recorder, shown the activations of every step; see `transformer.model.probe`.
        choose: another choice than the most probable token, see `Choice`.

    Returns:
        One hypothesis a sentence, in their order.
    """
    if not sources:
        return []
    device = next(model.parameters()).device
    source = pad_rows(sources).to(device)
    limits = options.limits(model, sources)
    decoder = _start(model, source, probe, options)
    tokens: list[list[int]] = [[] for _ in sources]
    log_probabilities: list[list[float]] = [[] for _ in sources]
    going_on = list(range(len(sources)))
    last = torch.full((len(sources),), START, device=device)
    for step in range(max(limits)):
        distribution = torch.log_softmax(decoder.step(last), dim=-1)
        best, chosen = distribution.max(dim=-1)
        for row, sentence in enumerate(going_on):
            token = options.forced(sentence, step)
            if token is None and choose is not None:
                token = choose(distribution[row], step)
            if token is not None:
                chosen[row], best[row] = token, distribution[row, token]
        still_open = []
        for row, (sentence, token, value) in enumerate(zip(going_on, chosen.tolist(), best.tolist(), strict=True)):
            tokens[sentence].append(token)
            log_probabilities[sentence].append(value)
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
    return [
        Hypothesis(tuple(t), tuple(p), math.fsum(p) / length_penalty(len(t), alpha), finished=t[-1] == END)
        for t, p in zip(tokens, log_probabilities, strict=True)
    ]


@_without_gradients
def beam_search(
    model: TranslationModel,
    sources: Sequence[Sequence[int]],
    beam: int = DEFAULT_BEAM,
    alpha: float = DEFAULT_ALPHA,
    options: SearchOptions = FREE,
    probe: Probe | None = None,
) -> list[Search]:
    """Keep the `beam` most probable unfinished hypotheses at each step, for a batch of sentences.

    At each step the 2 · beam best continuations are looked at: those among the first `beam` that end are finished, the
    first `beam` that do not end go on. A sentence is done when `beam` hypotheses are finished and no living one scores
    better at its present length than the worst of them.

    Args:
        model: in evaluation mode.
        sources: token ids of each sentence, END included.
        beam: hypotheses kept; 1 is greedy decoding.
        alpha: length penalty, see `length_penalty`.
        options: the length and the prefixes that it is held to, and whether it is recorded.
        probe: an intervention or a recorder, shown the activations of every step; see `transformer.model.probe`.

    Raises:
        ValueError: if `beam` is smaller than 1.
    """
    if beam < 1:
        raise ValueError(f"A beam holds at least 1 hypothesis, not {beam}.")
    if not sources:
        return []
    device = next(model.parameters()).device
    source = pad_rows(sources).to(device)
    limits = options.limits(model, sources)
    searches = [_BeamInProgress(beam, alpha, limit, options.record) for limit in limits]
    going_on = list(range(len(sources)))

    # Step 0 has one hypothesis a sentence, the empty one; from then on the rows are sentence by sentence, beam by beam.
    decoder = _start(model, source, probe, options)
    last = torch.full((len(sources),), START, device=device)
    width = 1
    for step in range(max(limits)):
        log_probabilities = torch.log_softmax(decoder.step(last), dim=-1)
        living = torch.tensor([searches[s].living_totals for s in going_on], device=device)  # (sentences, width)
        totals = (living.view(-1, 1) + log_probabilities).view(len(going_on), -1)
        candidates = _best_candidates(totals, 2 * beam)
        for row, (sentence, ranked) in enumerate(zip(going_on, candidates, strict=True)):
            forced = options.forced(sentence, step)
            if forced is not None:  # one hypothesis lives, in the sentence's first row, and has one continuation
                ranked = [(float(totals[row, forced]), forced)]
            searches[sentence].advance(step, ranked, log_probabilities.size(-1))
        open_rows = [row for row, sentence in enumerate(going_on) if not searches[sentence].done]
        if not open_rows:
            break
        # A sentence's new row b continues its old row `living_rows[b]`.
        parents = [row * width + old for row in open_rows for old in searches[going_on[row]].living_rows]
        all_go_on = len(open_rows) == len(going_on)
        decoder.select(torch.tensor(parents, device=device), same_sources=all_go_on and width == beam)
        going_on = [going_on[row] for row in open_rows]
        last = torch.tensor([token for s in going_on for token in searches[s].living_tokens], device=device)
        width = beam
    return [search.result() for search in searches]


@dataclass
class _BeamInProgress:
    """Beam search of one sentence: the living hypotheses, those finished, and the record."""

    beam: int
    alpha: float
    limit: int
    record: bool
    nodes: list[SearchNode] = field(default_factory=list)
    finished: list[tuple[float, tuple[int, ...], tuple[float, ...]]] = field(default_factory=list)
    # Of each living hypothesis: its total, tokens, log-probabilities, node; and the old row it continues.
    living_totals: list[float] = field(default_factory=lambda: [0.0])
    living_paths: list[tuple[tuple[int, ...], tuple[float, ...], int]] = field(default_factory=lambda: [((), (), ROOT)])
    living_rows: list[int] = field(default_factory=list)
    done: bool = False

    @property
    def living_tokens(self) -> list[int]:
        return [tokens[-1] for tokens, _, _ in self.living_paths]

    def advance(self, step: int, ranked: list[tuple[float, int]], vocabulary_size: int) -> None:
        """Sort the candidates, best first, each `(total, row · V + token)`, into finished, kept and pruned."""
        penalty = length_penalty(step + 1, self.alpha)
        totals: list[float] = []
        paths: list[tuple[tuple[int, ...], tuple[float, ...], int]] = []
        rows: list[int] = []
        for rank, (total, index) in enumerate(ranked):
            row, token = divmod(index, vocabulary_size)
            if total == -math.inf:
                continue
            tokens, log_probabilities, parent = self.living_paths[row]
            log_probability = total - self.living_totals[row]
            if token == END:
                state = NodeState.FINISHED if rank < self.beam else NodeState.PRUNED
            else:
                state = NodeState.KEPT if len(paths) < self.beam else NodeState.PRUNED
            if self.record:
                score = total / penalty
                self.nodes.append(SearchNode(parent, step, token, log_probability, total, score, state))
            if state is NodeState.PRUNED:
                continue
            path = ((*tokens, token), (*log_probabilities, log_probability), len(self.nodes) - 1)
            if state is NodeState.FINISHED:
                self.finished.append((total / penalty, *path[:2]))
            else:
                totals.append(total)
                paths.append(path)
                rows.append(row)
        self.finished.sort(key=lambda hypothesis: -hypothesis[0])
        del self.finished[self.beam :]
        # Fewer continuations than the beam is wide (a tiny vocabulary): the rest are dead rows.
        missing = self.beam - len(paths)
        self.living_totals = totals + [-math.inf] * missing
        self.living_paths = paths + [((END,), (-math.inf,), ROOT)] * missing
        self.living_rows = rows + [0] * missing
        self.done = self._is_done(step, penalty)

    def _is_done(self, step: int, penalty: float) -> bool:
        best_living = max(self.living_totals)
        if best_living == -math.inf or step + 1 >= self.limit:
            return True
        return len(self.finished) >= self.beam and best_living / penalty <= self.finished[-1][0]

    def result(self) -> Search:
        hypotheses = [Hypothesis(tokens, values, score, finished=True) for score, tokens, values in self.finished]
        if not hypotheses:  # nothing ended within the maximum length
            penalty = length_penalty(self.limit, self.alpha)
            hypotheses = [
                Hypothesis(tokens, values, total / penalty, finished=False)
                for total, (tokens, values, _) in zip(self.living_totals, self.living_paths, strict=True)
                if total > -math.inf
            ]
        return Search(tuple(hypotheses), tuple(self.nodes))


def _start(model: TranslationModel, source: Tensor, probe: Probe | None, options: SearchOptions) -> StepDecoder:
    """Encode the source (B, S), unless its memory is there, and get ready for the first step."""
    if (own := model.own_decoder(source, probe)) is not None:
        return own
    assert isinstance(model, Transformer)
    if probe is not None and looks_ahead(probe):
        return WholeDecoder(model, source, probe)
    compiled = options.compiled
    if compiled is not None and probe is None and len(source) == 1:
        return CompiledDecoder(compiled, compiled.encode(source) if options.memory is None else options.memory)
    return CachedDecoder(model, source, options.memory, probe)


def _best_candidates(totals: Tensor, count: int) -> list[list[tuple[float, int]]]:
    """For each row the `count` largest `(total, index)`, equal ones by index.

    `topk` may keep any of several equal values at its edge; asking for one more shows whether that happened, and only
    then the row is sorted whole.
    """
    count = min(count, totals.size(-1))
    values, indices = totals.topk(min(count + 1, totals.size(-1)), dim=-1)
    ranked = []
    for row, (row_values, row_indices) in enumerate(zip(values.tolist(), indices.tolist(), strict=True)):
        if len(row_values) > count and row_values[count] == row_values[count - 1] > -math.inf:
            stable_values, stable_indices = totals[row].sort(descending=True, stable=True)
            row_values, row_indices = stable_values[:count].tolist(), stable_indices[:count].tolist()
        pairs = sorted(zip(row_values, row_indices, strict=True), key=lambda pair: (-pair[0], pair[1]))
        ranked.append(pairs[:count])
    return ranked
