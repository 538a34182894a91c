"""New sentence pairs out of a corpus and a model: one side kept as people wrote it, the other translated.

Two kinds, by what the model reads. A model into English translates the targets: back-translation (Sennrich et al. 2016,
arXiv 1511.06709), other words for the same target. A model out of English translates the sources: a teacher's
translation (Kim and Rush 2016, arXiv 1606.07947, sequence-level distillation). Both with the corpus they came from are
data diversification (Nguyen et al. 2020, arXiv 1911.01986).
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

    Yields None where the source is too long, where the translation doesn't end, and where the corpus already has it.
    The order is not the corpus's: sentences of similar length are translated together.

    Args:
        pairs: English first. done: how many to skip because an earlier run made them; not with sampling.
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
