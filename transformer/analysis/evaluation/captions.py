"""BLEU of models trained for the same time, on the same captions, with intervals."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from transformer.analysis.evaluation.scores import bleu_interval, score_translations, sentence_counts
from transformer.corpora import Pair
from transformer.decoding.strategies import beam_or_greedy
from transformer.translator import Translator


@dataclass(frozen=True)
class CaptionScore:
    """One way of decoding.

    Attributes:
        decoding: in words. bleu: sacreBLEU. signature: how it was counted.
        low, high: of the 95% interval of BLEU, by drawing the captions again.
    """

    decoding: str
    bleu: float
    low: float
    high: float
    signature: str


@dataclass(frozen=True)
class CaptionScores:
    """What was measured on the first captions of Multi30k's test set (test_2016_flickr).

    Attributes:
        captions: how many. scores: greedy, then by beam search. french_only: of one stack, those of another that
            learned for as long with loss on the French alone.
    """

    FILE: ClassVar[str] = "captions.json"
    captions: int
    scores: tuple[CaptionScore, ...]
    french_only: tuple[CaptionScore, ...] = ()


def measure_captions(translator: Translator[Any], pairs: Sequence[Pair], beam: int, alpha: float) -> CaptionScores:
    """Translate and score the captions greedily and by beam search."""
    references, scores = [pair.target for pair in pairs], []
    for size in (1, beam):
        found = translator.translate_all([pair.source for pair in pairs], size, alpha)
        scores.append(score_captions(beam_or_greedy(size, alpha).label, found, references))
    return CaptionScores(len(pairs), tuple(scores))


def score_captions(decoding: str, found: Sequence[str], references: Sequence[str]) -> CaptionScore:
    """BLEU of one way of decoding, with its interval."""
    score = score_translations(found, references)
    return CaptionScore(decoding, score.bleu, *bleu_interval(sentence_counts(found, references)), score.bleu_signature)
