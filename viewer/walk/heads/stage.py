"""What the chapter on attention heads shows of a sentence: every head's weights, each head's role, and all joined."""

import math
from functools import cache

import torch
from torch import Tensor

from transformer import Trace
from transformer.measures.merging import merged, token_words
from transformer.model.attentions import ATTENTION_KINDS, USES, all_layers, place
from viewer.component.modules import BROWSER
from viewer.component.parcel import Parcel
from viewer.shared.state import Focus
from viewer.walk.frame import Stage
from viewer.walk.heads import joined, roles
from viewer.walk.passage import Passage
from viewer.walk.snippet import Snippet, for_every_kind

_MEAN = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
attention = "⟨stack⟩.⟨layer⟩.⟨attention⟩"
query, key = trace[f"{attention}.query"], trace[f"{attention}.key"]  # of all heads
scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
weights = scores.softmax(dim=-1)
result = weights.mean(dim=0)[⟨token⟩]"""
_MASKED_MEAN = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
attention = "⟨stack⟩.⟨layer⟩.⟨attention⟩"
query, key = trace[f"{attention}.query"], trace[f"{attention}.key"]  # of all heads
scores = query @ key.transpose(1, 2) / query.shape[-1] ** 0.5
future = scores[0].isfinite().triu(1)
weights = scores.masked_fill(future, float("-inf")).softmax(dim=-1)
result = weights.mean(dim=0)[⟨token⟩]"""
_SPREAD = """import transformer

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
weights = trace["⟨stack⟩.⟨layer⟩.⟨attention⟩.weights"][⟨head⟩, ⟨token⟩]
seen = weights[weights > 0]
result = -(seen * seen.log2()).sum()  # bits"""
_WORDS = """import transformer
from transformer.measures.merging import merged, token_words

trace = transformer.load(⟨model⟩).trace(⟨sentence⟩)
weights = trace["⟨stack⟩.⟨layer⟩.⟨attention⟩.weights"][⟨head⟩]
queries = token_words(trace.⟨queries⟩_tokens)
keys = token_words(trace.⟨keys⟩_tokens)
result = merged(weights, queries, keys)  # rows averaged, columns added up"""


def _weights(trace: Trace, focus: Focus) -> Tensor:
    return trace[f"{place(focus.kind, focus.layer)}.weights"]


def _one_head(trace: Trace, focus: Focus) -> Tensor:
    return _weights(trace, focus)[focus.head or 0]


def _in_words(trace: Trace, focus: Focus) -> Tensor:
    tokens = {"source": trace.source_tokens, "target": trace.target_tokens}
    use = USES[focus.kind]
    return merged(_one_head(trace, focus), token_words(tokens[use.queries]), token_words(tokens[use.keys]))


SNIPPETS = (
    Snippet(
        "mean of the heads",
        {**for_every_kind(_MEAN), "decoder": for_every_kind(_MASKED_MEAN)["decoder"]},
        lambda trace, focus: _weights(trace, focus).mean(dim=0)[focus.token],
    ),
    Snippet(
        "spread",
        for_every_kind(_SPREAD),
        lambda trace, focus: torch.special.entr(_one_head(trace, focus)[focus.token]).sum() / math.log(2),
    ),
    Snippet(
        "between words",
        {
            kind: code.replace("⟨queries⟩", USES[kind].queries).replace("⟨keys⟩", USES[kind].keys)
            for kind, code in for_every_kind(_WORDS).items()
        },
        _in_words,
    ),
    *joined.SNIPPETS,
)


@cache
def standalone_page() -> str:
    """The page into which the browser puts the weights to be kept as one file; `⟨data⟩` marks their place."""
    return (BROWSER / "walk" / "heads" / "standalone.html").read_text(encoding="utf-8")


def stage(passage: Passage) -> Stage:
    """The weights of all heads, so that every focus is drawn in the browser; with them the roles and the shares."""
    weights = {f"{kind}.weights": all_layers(passage.trace, kind, "weights") for kind in ATTENTION_KINDS}
    together = joined.parcel(passage)
    facts = {"roles": roles.facts(passage), "standalone": standalone_page(), **together.facts}
    return Stage(Parcel(facts, {**weights, **together.tensors}), SNIPPETS)
