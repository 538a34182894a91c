"""Greedy decoding compared with beam search, over whole test sets and on single sentences."""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from transformer.analysis.evaluation.scores import score_translations
from transformer.corpora import Pair
from transformer.decoding.batches import decode_sorted
from transformer.decoding.search import Hypothesis
from transformer.decoding.strategies import Beam, Greedy, Strategy
from transformer.decoding.translation import find_translation
from transformer.text.source import Source
from transformer.translator import Translator

TIMED, ROUNDS = 100, 3  # how many sentences are timed one by one, and how often each is timed


@dataclass(frozen=True)
class SearchRow:
    """Both searches over one test set.

    Attributes:
        corpus, split: which test set. sentences: how many.
        greedy_bleu, beam_bleu: sacreBLEU, cased and detokenised.
        differ: share of the sentences that the two translate differently.
        greedy_log_probability, beam_log_probability: of a whole translation, mean over the sentences, in nats.
        greedy_milliseconds, beam_milliseconds: to decode a single sentence, mean over up to TIMED of them.
        signature: sacreBLEU's.
    """

    corpus: str
    split: str
    sentences: int
    greedy_bleu: float
    beam_bleu: float
    differ: float
    greedy_log_probability: float
    beam_log_probability: float
    greedy_milliseconds: float
    beam_milliseconds: float
    signature: str


@dataclass(frozen=True)
class DifferingSentence:
    """A sentence that the searches translate differently; `gain` is how much higher the beam's translation scores."""

    source: str
    greedy: str
    beam: str
    gain: float


@dataclass(frozen=True)
class SearchComparison:
    """Both searches over several test sets, and sentences on which they differ."""

    FILE: ClassVar[str] = "searches.json"
    beam: int
    alpha: float
    rows: tuple[SearchRow, ...]
    examples: tuple[DifferingSentence, ...]


def compare_searches(translator: Translator, corpus: str, split: str, pairs: Sequence[Pair], beam: Beam) -> SearchRow:
    """Translate the pairs' sources both ways, and score both."""
    sources = [translator.read(pair.source) for pair in pairs]
    references = [pair.target for pair in pairs]
    strategies = _both(beam)
    found = [decode_sorted(translator.model, [each.ids for each in sources], strategy) for strategy in strategies]
    texts = [
        [translator.write(source, each.tokens) for source, each in zip(sources, hypotheses, strict=True)]
        for hypotheses in found
    ]
    scores = [score_translations(each, references) for each in texts]
    milliseconds = _milliseconds(translator, sources[:TIMED], strategies)
    return SearchRow(
        corpus,
        split,
        len(pairs),
        scores[0].bleu,
        scores[1].bleu,
        round(sum(one != other for one, other in zip(*texts, strict=True)) / len(pairs), 4),
        _mean_log_probability(found[0]),
        _mean_log_probability(found[1]),
        milliseconds[0],
        milliseconds[1],
        scores[0].bleu_signature,
    )


def differing_sentences(
    translator: Translator, sentences: Sequence[str], beam: Beam, count: int
) -> list[DifferingSentence]:
    """At most `count` sentences that the searches translate differently, those with the largest gain first."""
    sources = [translator.read(sentence) for sentence in dict.fromkeys(sentences)]
    ids = [each.ids for each in sources]
    greedy, searched = (decode_sorted(translator.model, ids, strategy) for strategy in _both(beam))
    examples = []
    for source, first, second in zip(sources, greedy, searched, strict=True):
        greedy_text, beam_text = (translator.tokenizer.decode(each.tokens) for each in (first, second))
        if greedy_text != beam_text:
            examples.append(
                DifferingSentence(source.text, greedy_text, beam_text, round(second.score - first.score, 4))
            )
    return sorted(examples, key=lambda each: -each.gain)[:count]


def _both(beam: Beam) -> tuple[Strategy, Strategy]:
    """Greedy decoding, scored as the beam scores, and beam search."""
    return Greedy(beam.alpha), beam


def _milliseconds(translator: Translator, sources: Sequence[Source], strategies: Sequence[Strategy]) -> list[float]:
    """The mean time of each strategy for one source, the fastest of ROUNDS runs; the strategies take turns."""
    fastest = [[math.inf] * len(sources) for _ in strategies]
    for number, source in enumerate(sources):
        for _ in range(ROUNDS):
            for times, strategy in zip(fastest, strategies, strict=True):
                times[number] = min(times[number], find_translation(translator, source, strategy).seconds)
    return [round(1000 * sum(times) / len(sources), 1) for times in fastest]


def _mean_log_probability(hypotheses: Sequence[Hypothesis]) -> float:
    return round(sum(each.log_probability for each in hypotheses) / len(hypotheses), 4)
