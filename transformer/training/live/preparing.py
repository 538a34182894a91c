"""What a run learns from: a part of the server's corpora, or a visitor's own pairs."""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from transformer.corpora import MixturePart, Pair, parse_mixture
from transformer.corpora.pairs import evenly
from transformer.errors import CorpusError
from transformer.training.live.settings import TrainingSettings
from transformer.training.prepared_corpus import (
    HeldOut,
    PlainCorpus,
    PreparedCorpus,
    encode_corpus,
    encode_held_out,
    learn_vocabulary,
    read_corpora,
)

MOST_PAIRS = 15_000  # of each corpus: in a few minutes, more would hardly be seen twice, and take long to prepare
VALIDATED_PAIRS = 100  # of each corpus, in each validation
FEWEST_HELD_OUT = 8
OWN = "a visitor’s own pairs"  # in place of a corpus's name


class Prepared(NamedTuple):
    """What a run learns from: as text and in tokens, the names of its parts, and training pairs to compare with."""

    plain: PlainCorpus
    corpus: PreparedCorpus
    mixture: tuple[MixturePart, ...]
    seen: HeldOut


def prepare(settings: TrainingSettings, log: Callable[..., None]) -> Prepared:
    """Read the pairs, learn their vocabulary and cut them into its tokens.

    Raises:
        CorpusError: if there are too few.
    """
    log("preparing", stage="Reading the pairs (1 of 3)")
    mixture = parse_mixture(settings.mixture)
    plain = read_corpora(mixture)
    if settings.own:
        mixture, plain = (MixturePart(OWN),), hold_out(plain.parts[0][0])
    else:
        plain = PlainCorpus(
            [(list(evenly(pairs, MOST_PAIRS)), weight) for pairs, weight in plain.parts], plain.held_out
        )
        plain = plain.with_pairs_held_out()
    if not any(plain.held_out.values()) or not any(pairs for pairs, _ in plain.parts):
        raise CorpusError("The corpus has too few sentence pairs to learn from.")
    log("preparing", stage="Learning a vocabulary (2 of 3)")
    tokenizer = learn_vocabulary(plain.parts, settings.vocabulary)
    log("preparing", stage="Cutting every sentence into tokens (3 of 3)")
    corpus = encode_corpus(plain, tokenizer, settings.longest, VALIDATED_PAIRS)
    measured = sum(len(each.pairs) for each in corpus.held_out.values())
    seen = [pair for pairs, _ in plain.parts for pair in evenly(pairs, measured)]
    return Prepared(plain, corpus, mixture, encode_held_out(seen, tokenizer, settings.longest, measured))


def hold_out(pairs: Sequence[Pair]) -> PlainCorpus:
    """A tenth of the pairs held out, chosen by chance, because every tenth of a sorted list would be of one kind."""
    shuffled = list(pairs)
    random.Random(1).shuffle(shuffled)
    count = min(VALIDATED_PAIRS, max(FEWEST_HELD_OUT, len(shuffled) // 10))
    return PlainCorpus([(shuffled, 1.0)], {}).with_dev(OWN, shuffled[:count])


def settings_for(pairs: Sequence[Pair], source: str, target: str, mixture: str = "") -> TrainingSettings:
    """Settings that suit a visitor's own pairs: short ones are read letter by letter, so that rules can be found.

    Args:
        source, target: what is read and written, as for `Direction`.
        mixture: the file of the pairs.
    """
    held_out = hold_out(pairs).held_out[OWN]
    mean = sum(max(map(len, pair)) for pair in pairs) / len(pairs)
    by_letters = mean <= 30
    watched = next((pair for pair in held_out if 5 < max(map(len, pair)) < 35), held_out[0])
    return TrainingSettings(
        width=64 if by_letters else 128,
        dropout=0.1 if len(pairs) >= 1_000 else 0.2,
        sentence=watched.source,
        reference=watched.target,
        mixture=mixture,
        own=True,
        reads=source,
        writes=target,
        vocabulary=1 if by_letters else min(1_000, len(pairs)),
    )
