"""From cross-attention to links between words and between tokens."""

from collections.abc import Sequence

from torch import Tensor

from transformer.text.special_tokens import END, SPECIAL_TOKENS


def attention_links(
    weights: Tensor, source_words: Sequence[Sequence[int]], target_words: Sequence[Sequence[int]]
) -> set[tuple[int, int]]:
    """Link each target word to the source word with most of its attention.

    Args:
        weights: (T, S); row t is the position that predicts target token t.
        source_words, target_words: token positions of each word.

    Returns:
        (source word, target word) pairs; a word that looks mostly at END gets none.
    """
    links = set()
    for target, rows in enumerate(target_words):
        row = weights[list(rows)].mean(dim=0)
        of_word = [float(row[list(columns)].sum()) for columns in source_words]
        best = max(range(len(of_word)), key=of_word.__getitem__)
        if of_word[best] > float(row[-1]):
            links.add((best, target))
    return links


def token_links(weights: Tensor, source_tokens: Sequence[str], target_tokens: Sequence[str]) -> list[tuple[int, int]]:
    """Link each target token to the source token that it attends to most, in the order of the target.

    Args:
        weights: (T, S); row t is the position that predicts target token t.
        source_tokens, target_tokens: as written; END is linked to nothing.
    """
    best = weights.argmax(dim=-1).tolist()
    end = SPECIAL_TOKENS[END]
    return [
        (source, target)
        for target, source in enumerate(best)
        if target_tokens[target] != end and source_tokens[source] != end
    ]
