"""Many sentences decoded together with others of similar length, so that little of a batch is padding."""

from collections.abc import Sequence

from transformer.decoding.search import Hypothesis
from transformer.decoding.strategies import Strategy
from transformer.model.translation_model import TranslationModel


def decode_sorted(
    model: TranslationModel, sources: Sequence[Sequence[int]], strategy: Strategy, batch_size: int = 64
) -> list[Hypothesis]:
    """The best hypothesis for each source, decoded in batches of similar length, returned in the given order.

    Args:
        sources: token ids of each sentence, END included.
        batch_size: sentences decoded together.
    """
    search_batch = strategy.for_corpus()
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    best: dict[int, Hypothesis] = {}
    for begin in range(0, len(order), batch_size):
        indices = order[begin : begin + batch_size]
        searches = search_batch(model, [sources[index] for index in indices])
        best |= {index: search.best for index, search in zip(indices, searches, strict=True)}
    return [best[index] for index in range(len(sources))]
