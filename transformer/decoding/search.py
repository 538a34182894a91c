"""What greedy decoding and beam search share: options, the decoder they run, and their results.

Both are deterministic: between equally probable continuations, the higher-ranked hypothesis wins, then the lower token
id.
"""

import math
from collections.abc import Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeAlias

import torch
from torch import Tensor

from transformer.decoding.cached import CachedDecoder, WholeDecoder
from transformer.decoding.compiled.decoder import CompiledDecoder
from transformer.decoding.compiled.model import CompiledModel
from transformer.model.one_stack import OneStack
from transformer.model.probe import Probe, looks_ahead
from transformer.model.transformer import Transformer
from transformer.model.translation_model import StepDecoder, TranslationModel

DEFAULT_BEAM, DEFAULT_ALPHA = 5, 1.0  # hypotheses to keep and length penalty, by default
ROOT = -1  # parent of the nodes of step 0

Sources: TypeAlias = Sequence[Sequence[int]]  # token ids of each sentence, END included


@dataclass(frozen=True)
class Hypothesis:
    """A translation, finished or in progress.

    Attributes:
        tokens: ids after START; END is last if `finished`.
        log_probabilities: natural logarithm of each token's probability, given the source and the tokens before it.
        score: the sum of `log_probabilities` divided by the length penalty.
        finished: False if the maximum length truncated it.
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
    """What became of a hypothesis in a beam search."""

    KEPT = "kept"  # continued at the next step
    PRUNED = "pruned"  # was a candidate, but not one of the best
    FINISHED = "finished"  # ended in END


@dataclass(frozen=True)
class SearchNode:
    """One hypothesis at one step of a beam search; its text is the path to the root.

    Attributes:
        parent: index of the node it continues, ROOT at step 0.
        step: 0 for the first token.
        token: the id it adds.
        log_probability: of that token, given the path.
        total: sum along the path.
        score: `total` divided by the length penalty.
        state: what happened to it at that step; even a kept node can have only pruned children.
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
    """The hypotheses that a search found for one sentence, and its record.

    Attributes:
        hypotheses: best score first; never empty. Beam search finds at most as many as the beam is wide, greedy
            decoding finds one.
        nodes: every hypothesis in the beam, in the order of the search; empty unless recorded.
    """

    hypotheses: tuple[Hypothesis, ...]
    nodes: tuple[SearchNode, ...] = ()

    def __repr__(self) -> str:
        return f"Search({len(self.hypotheses)} hypotheses, {len(self.nodes)} nodes, best {self.best})"

    @property
    def best(self) -> Hypothesis:
        """The translation."""
        return self.hypotheses[0]

    @property
    def steps(self) -> int:
        """How often the decoder ran: a beam that is not recorded may have gone on after its best hypothesis ended."""
        return 1 + max((node.step for node in self.nodes), default=len(self.best.tokens) - 1)

    def path(self, node: int) -> tuple[int, ...]:
        """The token ids from the first step to `node`."""
        tokens = []
        while node != ROOT:
            tokens.append(self.nodes[node].token)
            node = self.nodes[node].parent
        return tuple(reversed(tokens))


@dataclass(frozen=True)
class SearchOptions:
    """Limits of a search apart from its own rule, and its probe.

    Attributes:
        max_length: the most tokens in a translation; `default_max_length` of each source by default.
        prefixes: the tokens that each sentence's translations must begin with; none by default.
        record: whether beam search returns all its hypotheses as `nodes`.
        probe: an intervention or a recorder, shown the activations of every step; see `transformer.model.probe`.
        memory: the encoded sources, (B, S, D); by default, they are encoded here. A recurrent network and a search with
            a probe always encode them.
        compiled: the model in the compiled code's form, which decodes if there is no probe for the decoder.
    """

    max_length: int | None = None
    prefixes: Sequence[Sequence[int]] | None = None
    record: bool = False
    probe: Probe | None = None
    memory: Tensor | None = None
    compiled: CompiledModel | None = None

    def limits(self, model: TranslationModel, sources: Sources) -> list[int]:
        """How many tokens each source's translation can have, within the model's positions."""
        longest = model.config.max_length
        if self.max_length is not None:
            return [min(self.max_length, longest)] * len(sources)
        return [min(default_max_length(model, len(ids)), longest) for ids in sources]

    def forced(self, sentence: int, step: int) -> int | None:
        """The token that a sentence's translation must have at a step; None if it is free."""
        if self.prefixes is None or step >= len(self.prefixes[sentence]):
            return None
        return self.prefixes[sentence][step]

    def gradient_mode(self) -> AbstractContextManager[None]:
        """Inference mode, which is fastest; with a probe, which can keep tensors, only without gradients."""
        return torch.inference_mode() if self.probe is None else torch.no_grad()

    def start(self, model: TranslationModel, source: Tensor) -> StepDecoder:
        """Encode the source (B, S), unless its memory is given, and prepare the first step."""
        if (own := model.own_decoder(source, self.probe)) is not None:
            return own
        assert isinstance(model, Transformer | OneStack)
        if self.probe is not None and looks_ahead(self.probe):
            return WholeDecoder(model, source, self.probe)
        if self.compiled is not None and (self.probe is None or getattr(self.probe, "in_encoder", False)):
            memory = self.memory if self.probe is None else model.encode(source, self.probe)
            return CompiledDecoder(self.compiled, source, memory)
        return CachedDecoder(model, source, self.memory, self.probe)


FREE = SearchOptions()


def length_penalty(length: int, alpha: float) -> float:
    """What a hypothesis's total is divided by: ((5 + |Y|) / 6)^α (Wu et al. 2016, arXiv 1609.08144, equation 14).

    Args:
        length: tokens of the hypothesis, END included.
        alpha: 0 for none; larger values favour longer translations.
    """
    return float(((5 + length) / 6) ** alpha)


def default_max_length(model: TranslationModel, source_length: int) -> int:
    """How many tokens a translation can have, within the model's positions: 50 more than the source (section 6.1).

    Fewer for a short source, twice its tokens plus ten: a short sentence never needs more.
    """
    return min(model.config.max_length, 2 * source_length + 10, source_length + 50)
