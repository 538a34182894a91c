"""New sentence pairs out of a corpus and a model: one side kept as people wrote it, the other translated.

Two kinds, by what the model reads. A model into English translates the targets: back-translation (Sennrich et al. 2016,
arXiv 1511.06709), other words for the same target. A model out of English translates the sources: a teacher's
translation (Kim and Rush 2016, arXiv 1606.07947, sequence-level distillation). Both beside the corpus they came from
are data diversification (Nguyen et al. 2020, arXiv 1911.01986).
"""

from collections.abc import Iterator, Sequence

import torch
from torch import Tensor

from transformer.corpora import Direction, Pair
from transformer.decoding.search import Hypothesis, beam_search, greedy
from transformer.decoding.strategies import Beam, Greedy, Sampling, Strategy
from transformer.model.transformer import Transformer
from transformer.text.cleaning import comparable
from transformer.translator import Translator

SENTENCES_AT_A_TIME = 64


def diversified(translator: Translator, pairs: Sequence[Pair], strategy: Strategy) -> Iterator[Pair | None]:
    """The pairs of a corpus with the side that the model writes translated anew from the side that it reads.

    Args:
        pairs: as a corpus gives them, English first.
        strategy: sampling draws every sentence's tokens from one stream of random numbers, begun with its seed.

    Yields:
        For each pair a new one, English first, or None: if what the model reads is longer than it can read, if its
        translation never ends, and if it is the one that the corpus has. Not in the order of the corpus: sentences of
        like length are translated together.

    Raises:
        CorpusError: for a model that neither reads nor writes English.
    """
    direction = Direction.of_card(translator.card)
    generator = torch.Generator().manual_seed(strategy.seed if isinstance(strategy, Sampling) else 0)
    read = [(translator.read(source), target) for source, target in direction.turned(pairs)]
    readable = sorted(((s, t) for s, t in read if not s.empty and not s.cut), key=lambda pair: len(pair[0].ids))
    yield from [None] * (len(read) - len(readable))
    for begin in range(0, len(readable), SENTENCES_AT_A_TIME):
        batch = readable[begin : begin + SENTENCES_AT_A_TIME]
        hypotheses = _decode(translator.model, [source.ids for source, _ in batch], strategy, generator)
        for (source, target), hypothesis in zip(batch, hypotheses, strict=True):
            text = translator.tokenizer.decode(hypothesis.tokens)
            new = bool(text) and comparable(text) != comparable(target)
            yield direction.turned([Pair(source.text, text)])[0] if hypothesis.finished and new else None


def _decode(
    model: Transformer, sources: Sequence[Sequence[int]], strategy: Strategy, generator: torch.Generator
) -> list[Hypothesis]:
    if isinstance(strategy, Beam):
        return [search.best for search in beam_search(model, sources, strategy.size, strategy.alpha)]
    if isinstance(strategy, Greedy):
        return greedy(model, sources)

    def draw(log_probabilities: Tensor, step: int) -> int:
        # Sampling.draw gives every sentence the same number at a step; a corpus wants one for each.
        probabilities = strategy.probabilities(log_probabilities).cpu()
        return int(torch.multinomial(probabilities, 1, generator=generator))

    return greedy(model, sources, choose=draw)
