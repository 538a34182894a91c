"""Beam search: several hypotheses of each sentence, extended in step."""

import math
from dataclasses import dataclass, field

import torch
from torch import Tensor

from transformer.decoding.compiled.decoder import CompiledDecoder
from transformer.decoding.search import (
    DEFAULT_ALPHA,
    DEFAULT_BEAM,
    FREE,
    ROOT,
    Hypothesis,
    NodeState,
    Search,
    SearchNode,
    SearchOptions,
    Sources,
    length_penalty,
)
from transformer.model.translation_model import StepDecoder, TranslationModel
from transformer.text.padding import pad_rows
from transformer.text.special_tokens import END, START


def beam_search(
    model: TranslationModel,
    sources: Sources,
    beam: int = DEFAULT_BEAM,
    alpha: float = DEFAULT_ALPHA,
    options: SearchOptions = FREE,
) -> list[Search]:
    """Keep the `beam` most probable unfinished hypotheses at each step, for a batch of sentences.

    At each step we look at the 2 · `beam` best continuations: of the first `beam`, those that end are finished; the
    first `beam` that do not end continue. A sentence is done when `beam` hypotheses are finished and no open one scores
    better at its current length than the worst of them.

    Args:
        model: in evaluation mode.
        beam: hypotheses kept; 1 is greedy decoding.
        alpha: of the length penalty, see `length_penalty`.

    Raises:
        ValueError: if `beam` is smaller than 1.
    """
    if beam < 1:
        raise ValueError(f"A beam must hold at least 1 hypothesis, not {beam}.")
    if not sources:
        return []
    limits = options.limits(model, sources)
    searches = [_BeamInProgress(beam, alpha, limit, options.record) for limit in limits]
    with options.gradient_mode():
        _run(searches, model, sources, options)
    return [search.result() for search in searches]


def _run(searches: list["_BeamInProgress"], model: TranslationModel, sources: Sources, options: SearchOptions) -> None:
    """Step all searches until each is done.

    Step 0 has one hypothesis per sentence, the empty one; after that, the rows go sentence by sentence, beam by beam.
    """
    beam = searches[0].beam
    device = next(model.parameters()).device
    decoder = options.start(model, pad_rows(sources).to(device))
    going_on = list(range(len(sources)))
    last = torch.full((len(sources),), START, device=device)
    width = 1
    for step in range(max(search.limit for search in searches)):
        logits = decoder.step(last)
        living = torch.tensor([searches[s].living_totals for s in going_on], device=device)  # (sentences, width)
        candidates = _best_candidates(decoder, logits, living, 2 * beam)
        for row, (sentence, ranked) in enumerate(zip(going_on, candidates, strict=True)):
            forced = options.forced(sentence, step)
            if forced is not None:  # one live hypothesis, in the sentence's first row, with one continuation
                ranked = [(float(living[row, 0] + torch.log_softmax(logits[row * width], dim=-1)[forced]), forced)]
            searches[sentence].advance(step, ranked, logits.size(-1))
        open_rows = [row for row, sentence in enumerate(going_on) if not searches[sentence].done]
        if not open_rows:
            return
        # A sentence's new row b continues its old row `living_rows[b]`.
        parents = [row * width + old for row in open_rows for old in searches[going_on[row]].living_rows]
        all_go_on = len(open_rows) == len(going_on)
        decoder.select(torch.tensor(parents, device=device), same_sources=all_go_on and width == beam)
        going_on = [going_on[row] for row in open_rows]
        last = torch.tensor([tokens[-1] for s in going_on for tokens, _, _ in searches[s].living_paths], device=device)
        width = beam


@dataclass
class _BeamInProgress:
    """Beam search of one sentence: the live hypotheses, those finished, and the record."""

    beam: int
    alpha: float
    limit: int
    record: bool
    nodes: list[SearchNode] = field(default_factory=list)
    finished: list[tuple[float, tuple[int, ...], tuple[float, ...]]] = field(default_factory=list)
    # For each live hypothesis: its total, tokens, log-probabilities and node, and the old row it continues.
    living_totals: list[float] = field(default_factory=lambda: [0.0])
    living_paths: list[tuple[tuple[int, ...], tuple[float, ...], int]] = field(default_factory=lambda: [((), (), ROOT)])
    living_rows: list[int] = field(default_factory=list)
    done: bool = False

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
        # With fewer continuations than the beam's width (a tiny vocabulary), the rest are dead rows.
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


def _best_candidates(decoder: StepDecoder, logits: Tensor, living: Tensor, count: int) -> list[list[tuple[float, int]]]:
    """For each sentence the `count` largest `(total, row · V + token)`, ties broken by index.

    Args:
        logits: (sentences · width, V). living: (sentences, width), totals of the live hypotheses.

    `topk` can keep any of several values that tie for the last place; asking for one more shows whether that happened;
    only then is the whole row sorted.
    """
    count = min(count, living.size(1) * logits.size(1))
    if isinstance(decoder, CompiledDecoder):
        values, indices = decoder.model.library.rank(logits, living, count)
        return [list(zip(*row, strict=True)) for row in zip(values.tolist(), indices.tolist(), strict=True)]
    totals = (living.view(-1, 1) + torch.log_softmax(logits, dim=-1)).view(len(living), -1)
    values, indices = totals.topk(min(count + 1, totals.size(-1)), dim=-1)
    ranked = []
    for row, (row_values, row_indices) in enumerate(zip(values.tolist(), indices.tolist(), strict=True)):
        if len(row_values) > count and row_values[count] == row_values[count - 1] > -math.inf:
            stable_values, stable_indices = totals[row].sort(descending=True, stable=True)
            row_values, row_indices = stable_values[:count].tolist(), stable_indices[:count].tolist()
        pairs = sorted(zip(row_values, row_indices, strict=True), key=lambda pair: (-pair[0], pair[1]))
        ranked.append(pairs[:count])
    return ranked
