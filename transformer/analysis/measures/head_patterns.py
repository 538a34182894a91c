"""What a head can look at: the patterns its weights are compared with, as sets of keys for each query."""

import torch
from torch import Tensor

from transformer.attribution.word_alignment import AlignedExample
from transformer.model.attentions import AttentionKind

# What each kind of attention can look at. In the decoder the first token is <s>, and the next one is masked.
PATTERNS: dict[AttentionKind, tuple[str, ...]] = {
    "encoder": ("previous token", "same token", "next token", "first token", "end of sentence"),
    "decoder": ("previous token", "same token", "start of sentence"),
    "cross": ("aligned word", "first token", "end of sentence"),
}


def visible_keys(kind: AttentionKind, queries: int, keys: int) -> Tensor:
    """How many keys each query can look at, (T)."""
    return torch.arange(1.0, queries + 1) if kind == "decoder" else torch.full((queries,), float(keys))


def largest_on_itself(weights: Tensor, visible: Tensor) -> Tensor:
    """How many queries of self-attention give their own token more weight than any other.

    Args:
        weights: (…, T, T). visible: (T,), see `visible_keys`; a query that sees one key only is left out, because it
            has no choice.

    Returns:
        (…) whole numbers.
    """
    own = weights.argmax(dim=-1) == torch.arange(weights.size(-1))
    return (own & (visible > 1)).sum(dim=-1)


def positional_patterns(kind: AttentionKind, queries: int, keys: int) -> dict[str, Tensor]:
    """The patterns that follow from positions alone, each (T, S), True where a query finds the pattern's key.

    The end of the sentence, or its start, counts only when other positions look at it: a token that looks at itself is
    a different pattern. In cross-attention the last query, which predicts `</s>`, corresponds to the end of the source,
    and is left out too.
    """
    row, column = torch.arange(queries)[:, None], torch.arange(keys)[None]
    offset = column - row
    first, last = (column == 0).expand(queries, keys), (column == keys - 1).expand(queries, keys)
    if kind == "encoder":
        neighbours = {"previous token": offset == -1, "same token": offset == 0, "next token": offset == 1}
        return neighbours | {"first token": first & (offset != 0), "end of sentence": last & (offset != 0)}
    if kind == "decoder":
        neighbours = {"previous token": offset == -1, "same token": offset == 0}
        return neighbours | {"start of sentence": first & (offset != 0)}
    return {"first token": first, "end of sentence": last & (row < queries - 1)}


def aligned_pattern(pair: AlignedExample, queries: int, keys: int) -> Tensor:
    """(T, S): the pieces of the true source words for each query that predicts a piece of a target word."""
    pattern = torch.zeros(queries, keys, dtype=torch.bool)
    for source, target in pair.sure:
        for row in pair.target_words[target]:
            pattern[row, pair.source_words[source]] = True
    return pattern
