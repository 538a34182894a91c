"""The common ground of greedy decoding and beam search: options, the decoder they run, and their results.

Both are deterministic: of equally probable continuations the one of the better-placed hypothesis wins, then the one
with the lower token id.
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
from transformer.model.probe import Probe, looks_ahead
from transformer.model.transformer import Transformer
from transformer.model.translation_model import StepDecoder, TranslationModel

DEFAULT_BEAM, DEFAULT_ALPHA = 5, 1.0  # hypotheses kept and length penalty, unless given
ROOT = -1  # parent of the nodes of step 0

Sources: TypeAlias = Sequence[Sequence[int]]  # token ids of each sentence, END included


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
    """The fate of a hypothesis that beam search held."""

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
        state: what happened to it at once; a kept node whose children were all pruned led nowhere.
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
    """Limits of a search besides its own rule, and who looks on.

    Attributes:
        max_length: most tokens of a translation; `default_max_length` of each source when left out.
        prefixes: for each sentence the tokens that its translations must begin with; nothing when left out.
        record: whether a beam returns every hypothesis held as `nodes`.
        probe: an intervention or a recorder, shown the activations of every step; see `transformer.model.probe`.
        memory: the encoded sources, (B, S, D); they are encoded when left out. A recurrent network and a search under a
            probe encode them in any case.
        compiled: the model as compiled code reads it, which decodes a single sentence if there is no probe.
    """

    max_length: int | None = None
    prefixes: Sequence[Sequence[int]] | None = None
    record: bool = False
    probe: Probe | None = None
    memory: Tensor | None = None
    compiled: CompiledModel | None = None

    def limits(self, model: TranslationModel, sources: Sources) -> list[int]:
        """For each source how many tokens its translation may have, within the model's positions."""
        longest = model.config.max_length
        return [min(self.max_length or default_max_length(model, len(ids)), longest) for ids in sources]

    def forced(self, sentence: int, step: int) -> int | None:
        """The token that a sentence's translation must have at a step; None where it is free."""
        if self.prefixes is None or step >= len(self.prefixes[sentence]):
            return None
        return self.prefixes[sentence][step]

    def gradient_mode(self) -> AbstractContextManager[None]:
        """Inference mode, which is the fastest; only without gradients under a probe, which may keep tensors."""
        return torch.inference_mode() if self.probe is None else torch.no_grad()

    def start(self, model: TranslationModel, source: Tensor) -> StepDecoder:
        """Encode the source (B, S), unless its memory is given, and get ready for the first step."""
        if (own := model.own_decoder(source, self.probe)) is not None:
            return own
        assert isinstance(model, Transformer)
        if self.probe is not None and looks_ahead(self.probe):
            return WholeDecoder(model, source, self.probe)
        if self.compiled is not None and self.probe is None and len(source) == 1:
            return CompiledDecoder(self.compiled, self.compiled.encode(source) if self.memory is None else self.memory)
        return CachedDecoder(model, source, self.memory, self.probe)


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

    Fewer for a short source, twice its tokens plus ten: no short sentence needs more.
    """
    return min(model.config.max_length, 2 * source_length + 10, source_length + 50)
