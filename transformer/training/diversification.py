"""New sentence pairs from a corpus and a model: one side as people wrote it, the other translated.

There are two kinds, depending on what the model reads. A model into English translates the targets: back-translation
(Sennrich et al. 2016, arXiv 1511.06709), which gives different words for the same target. A model from English
translates the sources: a teacher's translation (Kim and Rush 2016, arXiv 1606.07947, sequence-level distillation). Both
kinds together with the original corpus are data diversification (Nguyen et al. 2020, arXiv 1911.01986).
"""

from collections.abc import Iterator, Sequence

from transformer.corpora import Direction, Pair
from transformer.decoding.strategies import Strategy
from transformer.text.cleaning import comparable
from transformer.translator import Translator

SENTENCES_AT_A_TIME = 64


def diversified(
    translator: Translator, pairs: Sequence[Pair], strategy: Strategy, done: int = 0
) -> Iterator[Pair | None]:
    """Translate the side that the model reads, and yield a new pair for each, English first.

    Yields None if the source is too long, the translation doesn't end, or the corpus already has the pair.
    The order differs from the corpus's: sentences of similar length are translated together.

    Args:
        pairs: English first. done: how many to skip because an earlier run made them; not for sampling.
    """
    direction = Direction.of_card(translator.card)
    decode = strategy.for_corpus()
    read = [(translator.read(source), target) for source, target in direction.turned(pairs)]
    readable = sorted(((s, t) for s, t in read if not s.empty and not s.cut), key=lambda pair: len(pair[0].ids))
    unreadable = len(read) - len(readable)
    yield from [None] * (unreadable - done)
    done = max(0, done - unreadable)
    for begin in range(done - done % SENTENCES_AT_A_TIME, len(readable), SENTENCES_AT_A_TIME):
        batch = readable[begin : begin + SENTENCES_AT_A_TIME]
        searches = decode(translator.model, [source.ids for source, _ in batch])
        for (source, target), search in list(zip(batch, searches, strict=True))[max(0, done - begin) :]:
            text = translator.tokenizer.decode(search.best.tokens)
            new = bool(text) and comparable(text) != comparable(target)
            yield direction.turned([Pair(source.text, text)])[0] if search.best.finished and new else None
