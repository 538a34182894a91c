"""Many sentences decoded: those of similar length together, so that little of a batch is padding."""

from collections.abc import Sequence

from transformer.decoding.search import Hypothesis, beam_search, greedy
from transformer.model.transformer import Transformer


def decode_sorted(
    model: Transformer, sources: Sequence[Sequence[int]], beam: int = 1, alpha: float = 1.0, batch_size: int = 64
) -> list[Hypothesis]:
    """The best hypothesis for each source, decoded in batches of similar length, returned in the given order.

    Args:
        beam: 1 for greedy decoding.
        batch_size: sentences decoded together.
    """
    order = sorted(range(len(sources)), key=lambda index: len(sources[index]))
    best: list[Hypothesis | None] = [None] * len(sources)
    for begin in range(0, len(order), batch_size):
        indices = order[begin : begin + batch_size]
        batch = [sources[index] for index in indices]
        if beam == 1:
            hypotheses = greedy(model, batch, alpha=alpha)
        else:
            hypotheses = [search.best for search in beam_search(model, batch, beam, alpha)]
        for index, hypothesis in zip(indices, hypotheses, strict=True):
            best[index] = hypothesis
    return [hypothesis for hypothesis in best if hypothesis is not None]
