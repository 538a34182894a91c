"""What each attention head looks at, measured on held-out sentences (compare Clark et al. 2019, arXiv 1906.04341).

    pairs = grammar_pairs("dev")[:200]
    measure_head_roles(translator, pairs).frame()     # pandas: one row per head

For each pattern, such as "the previous token", a head's weight is averaged over all queries that have such a token, and
compared with that of a uniform head. Queries that see only one key are left out. The decoder is teacher-forced.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import ClassVar, NamedTuple

import pandas as pd
import torch
from torch import Tensor

from transformer.analysis.evaluation.alignment import least_error_rate
from transformer.analysis.measures.head_patterns import PATTERNS, aligned_pattern, positional_patterns, visible_keys
from transformer.attribution.word_alignment import AlignedExample, error_rate, grammar_example
from transformer.corpora.everyday import AlignedPair
from transformer.decoding.model_with_vocabulary import TextModel
from transformer.decoding.trace import Trace
from transformer.model.attentions import ATTENTION_KINDS, USES, AttentionKind, all_layers, places
from transformer.model.probe import Recorder
from transformer.model.transformer import Transformer
from transformer.text.padding import pad_rows

SPREAD, MIXED, LEANS = "spread", "mixed", "favours the "

LEADING = 0.4  # a pattern with this much of the weight names the role
ABOVE_UNIFORM = 0.2  # more than a uniform head, which reaches 0.2 on short sentences
LEANING = 0.15  # above the uniform head: less than a role, but well beyond chance
SPREAD_FROM = 0.75  # of the largest entropy: like equal weights on 6 of 10 tokens

SENTENCES_AT_ONCE = 40


class Share(NamedTuple):
    """How much weight one pattern gets.

    Attributes:
        weight: the head's, mean over the queries.
        uniform: that of a uniform head: the pattern's keys divided by the keys that the query sees.
    """

    weight: float
    uniform: float


@dataclass(frozen=True)
class HeadRole:
    """What was measured on one head.

    Attributes:
        kind, layer, head: which one, counted from 0.
        shares: by pattern, see `PATTERNS`.
        entropy: of the weights, over the largest possible, log(number of keys seen); 1 is uniform; 0 is a single key,
            or no query that had a choice.
        error_rate: alignment error rate if only this head links target words; None for self-attention.
    """

    kind: AttentionKind
    layer: int
    head: int
    shares: Mapping[str, Share]
    entropy: float
    error_rate: float | None = None

    @property
    def strongest(self) -> str:
        """The pattern whose weight is farthest above the uniform head's."""
        return max(self.shares, key=lambda pattern: self.shares[pattern].weight - self.shares[pattern].uniform)

    @property
    def label(self) -> str:
        """The role: the strongest pattern, `favours the` plus that pattern, `spread` or `mixed`.

        See LEADING, ABOVE_UNIFORM, LEANING and SPREAD_FROM.
        """
        if not self.shares:
            return MIXED
        share = self.shares[self.strongest]
        above = share.weight - share.uniform
        if share.weight >= LEADING and above >= ABOVE_UNIFORM:
            return self.strongest
        if above >= LEANING:
            return LEANS + self.strongest
        return SPREAD if self.entropy >= SPREAD_FROM else MIXED


@dataclass(frozen=True)
class HeadRoles:
    """The roles of all heads of a model.

    Attributes:
        heads: of the encoder, of the decoder's self-attention, of cross-attention, layer by layer.
        sentences: how many were measured. source: where they come from, such as "everyday, dev".
        least_error_rate: the lowest that any head could reach on them, see `evaluation.alignment.least_error_rate`.
    """

    FILE: ClassVar[str] = "heads.json"
    heads: tuple[HeadRole, ...]
    sentences: int
    source: str = ""
    least_error_rate: float | None = None

    def role(self, kind: AttentionKind, layer: int, head: int) -> HeadRole:
        """One head's role.

        Raises:
            KeyError: if there is no such head.
        """
        for each in self.heads:
            if (each.kind, each.layer, each.head) == (kind, layer, head):
                return each
        raise KeyError(f"There is no head {head} in layer {layer} of the {kind} attention.")

    def frame(self) -> pd.DataFrame:
        """One row per head: label, entropy, error rate; two columns per pattern, its weight and a uniform head's."""
        rows = []
        for each in self.heads:
            row: dict[str, object] = {"kind": each.kind, "layer": each.layer, "head": each.head, "label": each.label}
            row |= {"entropy": each.entropy, "error rate": each.error_rate}
            for pattern, share in each.shares.items():
                row |= {pattern: share.weight, f"{pattern}, uniform": share.uniform}
            rows.append(row)
        return pd.DataFrame(rows)


@torch.no_grad()
def measure_head_roles(translator: TextModel[Transformer], pairs: Sequence[AlignedPair], source: str = "") -> HeadRoles:
    """Measure every head over sentence pairs whose word alignment is known.

    Args:
        pairs: those longer than the model's longest sequence are left out.
        source: where they come from, for the result.
    """
    model = translator.model
    examples = [(pair, grammar_example(pair, translator.tokenizer)) for pair in pairs]
    fitting = [each for each in examples if max(len(each[1].source), len(each[1].target)) <= model.config.max_length]
    if not fitting:
        return HeadRoles((), 0, source)
    fitting.sort(key=lambda each: len(each[1].source) + len(each[1].target))
    tallies = {kind: _Tally() for kind in PATTERNS}
    links = _LinkTally()
    for begin in range(0, len(fitting), SENTENCES_AT_ONCE):
        group = [example for _, example in fitting[begin : begin + SENTENCES_AT_ONCE]]
        stacked = _all_weights(model, [each.source for each in group], [each.target[:-1] for each in group])
        for index, example in enumerate(group):
            lengths = {"source": len(example.source), "target": len(example.target) - 1}
            for kind, tally in tallies.items():
                queries, keys = lengths[USES[kind].queries], lengths[USES[kind].keys]
                weights = stacked[kind][:, index, :, :queries, :keys]
                patterns = positional_patterns(kind, queries, keys)
                if kind == "cross":
                    patterns["aligned word"] = aligned_pattern(example, queries, keys)
                    links.add(weights, example)
                tally.add(weights, patterns, visible_keys(kind, queries, keys))
    roles = (role for kind, tally in tallies.items() for role in tally.roles(kind, links.rates()))
    least = least_error_rate(pair for pair, _ in fitting)
    return HeadRoles(tuple(roles), len(fitting), source, least)


def trace_roles(trace: Trace) -> HeadRoles:
    """The same measures on one sentence, except for alignment, which is not known for it."""
    heads: list[HeadRole] = []
    for kind in ATTENTION_KINDS:
        weights = all_layers(trace, kind, "weights").float()
        queries, keys = weights.shape[-2:]
        tally = _Tally()
        tally.add(weights, positional_patterns(kind, queries, keys), visible_keys(kind, queries, keys))
        heads += tally.roles(kind, None)
    return HeadRoles(tuple(heads), 1)


@dataclass
class _Tally:
    """Sums over sentences of one kind of attention; weights are (layers, H, T, S)."""

    weight: dict[str, Tensor] = field(default_factory=dict)
    uniform: dict[str, float] = field(default_factory=dict)
    queries: dict[str, int] = field(default_factory=dict)
    entropy: Tensor = field(default_factory=lambda: torch.zeros(()))
    choosing: int = 0

    def add(self, weights: Tensor, patterns: Mapping[str, Tensor], visible: Tensor) -> None:
        chooses = visible > 1
        for pattern, keys in patterns.items():
            found = keys & chooses[:, None]
            self.weight[pattern] = self.weight.get(pattern, 0) + (weights * found).sum((-1, -2))
            self.uniform[pattern] = self.uniform.get(pattern, 0) + float((found.sum(-1) / visible).sum())
            self.queries[pattern] = self.queries.get(pattern, 0) + int(found.any(-1).sum())
        entropy = torch.special.entr(weights).sum(-1)[..., chooses] / visible[chooses].log()
        self.entropy = self.entropy + entropy.sum(-1)
        self.choosing += int(chooses.sum())

    def roles(self, kind: AttentionKind, error_rates: list[list[float]] | None) -> list[HeadRole]:
        roles: list[HeadRole] = []
        layers, heads = self.entropy.shape if self.entropy.dim() else (0, 0)
        for layer, head in ((layer, head) for layer in range(layers) for head in range(heads)):
            shares = {
                pattern: Share(float(self.weight[pattern][layer, head]) / count, self.uniform[pattern] / count)
                for pattern in PATTERNS[kind]
                if (count := self.queries.get(pattern, 0))
            }
            entropy = float(self.entropy[layer, head]) / max(1, self.choosing)
            rate = error_rates[layer][head] if kind == "cross" and error_rates else None
            roles.append(HeadRole(kind, layer, head, shares, entropy, rate))
        return roles


@dataclass
class _LinkTally:
    """Links of every cross-attention head, counted over sentences."""

    found: Tensor = field(default_factory=lambda: torch.zeros(()))
    common: Tensor = field(default_factory=lambda: torch.zeros(()))
    true: int = 0

    def add(self, weights: Tensor, pair: AlignedExample) -> None:
        self.true += len(pair.sure)
        links = [[pair.links(head) for head in layer] for layer in weights.cpu()]
        self.found = self.found + torch.tensor([[len(head) for head in layer] for layer in links])
        self.common = self.common + torch.tensor([[len(head & pair.sure) for head in layer] for layer in links])

    def rates(self) -> list[list[float]]:
        found, common = self.found.tolist(), self.common.tolist()
        return [
            [error_rate(links, self.true, right, right) for links, right in zip(f, c, strict=True)]
            for f, c in zip(found, common, strict=True)
        ]


def _all_weights(model: Transformer, sources: list[list[int]], targets: list[list[int]]) -> dict[AttentionKind, Tensor]:
    """The weights of one padded batch, for each kind (layers, B, H, T, S)."""
    device = next(model.parameters()).device
    recorder = Recorder(only=[f"{place}.weights" for place in places(model.config)])
    source, target = pad_rows(sources).to(device), pad_rows(targets).to(device)
    model.decode(target, model.encode(source, recorder), source, probe=recorder)
    return {kind: all_layers(recorder.activations, kind, "weights").float().cpu() for kind in ATTENTION_KINDS}
