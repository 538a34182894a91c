"""Many sentences together with others of similar length, so that little of a batch is padding."""

from collections.abc import Sequence
from typing import Any

from transformer.decoding.search import FREE, Hypothesis, SearchOptions
from transformer.decoding.strategies import Strategy
from transformer.model.translation_model import TranslationModel

COMPILED_ROWS = 80  # hypotheses whose numbers stay in a processor's cache


def decode_sorted(
    model: TranslationModel,
    sources: Sequence[Sequence[int]],
    strategy: Strategy,
    batch_size: int = 64,
    options: SearchOptions = FREE,
    apart: bool = False,
) -> list[Hypothesis]:
    """The best hypothesis for each source, decoded in batches of similar length, returned in the given order.

    Args:
        sources: token ids of each sentence, END included.
        batch_size: sentences decoded together; fewer in compiled code.
        options: for all of them: a probe, the model in the compiled code's form.
        apart: whether only sources of the same length are decoded together, because padding would change the result.
    """
    if options.compiled is not None:
        batch_size = min(batch_size, max(1, COMPILED_ROWS // strategy.width))
    best: dict[int, Hypothesis] = {}
    for indices in group_by_length([len(source) for source in sources], batch_size, apart):
        searches = strategy.search(model, [sources[index] for index in indices], options)
        best |= {index: search.best for index, search in zip(indices, searches, strict=True)}
    return [best[index] for index in range(len(sources))]


def group_by_length(lengths: Sequence[Any], at_once: int, apart: bool = False) -> list[list[int]]:
    """Batches of sentences of similar length; of exactly equal length, if padding could change the result."""
    groups: list[list[int]] = []
    for index in sorted(range(len(lengths)), key=lengths.__getitem__):
        fits = groups and len(groups[-1]) < at_once and (not apart or lengths[groups[-1][0]] == lengths[index])
        if fits:
            groups[-1].append(index)
        else:
            groups.append([index])
    return groups
