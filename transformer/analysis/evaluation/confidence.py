"""The expected quality of a translation, from weak signs: its log-probability, entropies, unseen and rare words.

A linear model turns the signs into one expected quality,

    expected = mean quality + Σ_k w_k (sign_k − mean_k) / deviation_k,

fitted by least squares (with a small ridge) to the chrF of held-out translations against their references, and tested
on others: sentence-level quality estimation (Specia et al. 2018), from the model's own signs (Fomicheva et al. 2020,
arXiv 2005.10608).
"""

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, dataclass, fields
from itertools import cycle
from typing import ClassVar

import numpy as np
import pandas as pd
import torch
from sacrebleu.metrics import CHRF
from torch import Tensor

from transformer.corpora import Pair
from transformer.decoding.strategies import Strategy
from transformer.model.attentions import place
from transformer.text.source import Source
from transformer.text.trust import Level, Trust
from transformer.text.words import text_words
from transformer.translator import Translator

GOOD, POOR = 70.0, 55.0  # expected chrF from which a translation is good, and below which it is poor
LOOKED_AT = 0.15  # a source word has been looked at if some step gave it this weight
BINS = 10  # points of the curve
_RIDGE = 1e-3
_SENTENCE_END = re.compile(r"[.!?…]+(?:\s+|$)")


@dataclass(frozen=True)
class QualityFeatures:
    """What a translation shows about its quality without a reference.

    Attributes:
        mean_log_probability, least_log_probability: of its tokens, in nats.
        mean_entropy: of the steps' distributions, in nats.
        unseen_words: source words to which no step gave a weight of `LOOKED_AT`, mean over the aligned layer's heads.
        strange_share: the share of source words that are rare in training or split into many pieces.
        words: of the source. sentences: of the source, counted by their final punctuation.
        length_ratio: tokens of the translation per token of the source.
    """

    mean_log_probability: float
    least_log_probability: float
    mean_entropy: float
    unseen_words: float
    strange_share: float
    words: float
    sentences: float
    length_ratio: float


NAMES = tuple(field.name for field in fields(QualityFeatures))


@dataclass(frozen=True)
class Confidence:
    """The fitted linear model.

    Attributes:
        mean_quality: of the translations it was fitted on, chrF from 0 to 100.
        means, deviations, weights: of each sign, named as in `QualityFeatures`; a weight is in points of chrF for one
            standard deviation.
    """

    mean_quality: float
    means: tuple[float, ...]
    deviations: tuple[float, ...]
    weights: tuple[float, ...]

    def expected(self, signs: QualityFeatures) -> float:
        """The expected chrF, 0 to 100."""
        standard = (np.array(astuple(signs)) - self.means) / self.deviations
        return float(np.clip(self.mean_quality + standard @ np.array(self.weights), 0, 100))


@dataclass(frozen=True)
class Bin:
    """Translations of similar expected quality: how many, their expected quality, and their measured quality."""

    count: int
    expected: float
    measured: float


@dataclass(frozen=True)
class Calibration:
    """How well the expectation fits translations that it was not fitted on.

    Attributes:
        confidence: the model. fitted, reported: numbers of translations.
        source: where they come from.
        rank_correlation: Spearman's, between expected and measured quality.
        curve: bins of equal size, sorted by expected quality.
        grades: the translations of each grade.
    """

    FILE: ClassVar[str] = "confidence.json"
    confidence: Confidence
    fitted: int
    reported: int
    source: str
    rank_correlation: float
    curve: tuple[Bin, ...]
    grades: dict[Level, Bin]


def quality_features(
    source: Source, tokens: Sequence[int], trace: Mapping[str, Tensor], trust: Trust, aligned_layer: int
) -> QualityFeatures:
    """The signs of a translation.

    Args:
        tokens: ids of the translation, END included if it was reached.
        trace: of the translation, teacher-forced; the decoder's activations are enough.
        aligned_layer: the decoder layer whose cross-attention aligns best.
    """
    distributions = trace["logits"][: len(tokens)].float().log_softmax(dim=-1)
    values = distributions.gather(-1, torch.tensor(tokens)[:, None]).squeeze(-1)
    attention = trace[f"{place('cross', aligned_layer)}.weights"].mean(dim=0)
    looked = attention[: len(tokens)].amax(dim=0)
    words = text_words(source.tokens)
    unseen = sum(float(looked[word].max()) < LOOKED_AT for word in words)
    strange = len(set(trust.rare_words) | set(trust.cut_words)) + trust.unknown
    return QualityFeatures(
        mean_log_probability=float(values.mean()),
        least_log_probability=float(values.min()),
        mean_entropy=float(torch.special.entr(distributions.exp()).sum(dim=-1).mean()),
        unseen_words=unseen,
        strange_share=strange / max(1, len(words)),
        words=len(words),
        sentences=sentences(source.text),
        length_ratio=len(tokens) / len(source.ids),
    )


def measure_features(
    translator: Translator, pairs: Iterable[Pair], strategy: Strategy
) -> tuple[list[QualityFeatures], list[float]]:
    """The signs of each pair's translation, and its chrF against the reference."""
    signs, qualities, chrf = [], [], CHRF()
    for pair in pairs:
        translation = translator.decode(pair.source, strategy)
        source, tokens = translation.source, translation.hypothesis.tokens
        signs.append(
            quality_features(source, tokens, translation.trace, translator.trust(source), translator.alignment_layer)
        )
        qualities.append(chrf.sentence_score(translation.text, [pair.target]).score)
    return signs, qualities


def last_quarter_joined(pairs: Sequence[Pair]) -> list[Pair]:
    """Join the last quarter of the pairs into texts of two or three sentences, because visitors type those too."""
    texts = list(pairs[: 3 * len(pairs) // 4])
    rest, counts = list(pairs[len(texts) :]), cycle((2, 3))
    while rest:
        together = [rest.pop(0) for _ in range(min(next(counts), len(rest)))]
        texts.append(Pair(" ".join(each.source for each in together), " ".join(each.target for each in together)))
    return texts


def sentences(text: str) -> int:
    """How many sentences a text has, by their final punctuation."""
    return max(1, sum(any(map(str.isalnum, part)) for part in _SENTENCE_END.split(text)))


def grade(expected: float) -> Level:
    """Good, careful or poor, depending on the expected chrF."""
    return Level.GOOD if expected >= GOOD else Level.POOR if expected < POOR else Level.CAREFUL


def fit(signs: Sequence[QualityFeatures], qualities: Sequence[float]) -> Confidence:
    """The weights that come closest to the qualities (chrF): argmin_w Σ (quality − expected)² + ridge · |w|².

    Raises:
        ValueError: if there are fewer translations than signs.
    """
    if len(signs) <= len(NAMES):
        raise ValueError(f"{len(signs)} translations are too few for {len(NAMES)} weights.")
    table, quality = np.array([astuple(each) for each in signs]), np.array(qualities)
    means, deviations = table.mean(axis=0), np.maximum(table.std(axis=0), 1e-9)
    standard = (table - means) / deviations
    ridge = _RIDGE * len(signs) * np.eye(len(NAMES))
    weights = np.linalg.solve(standard.T @ standard + ridge, standard.T @ (quality - quality.mean()))
    return Confidence(float(quality.mean()), tuple(means.tolist()), tuple(deviations.tolist()), tuple(weights.tolist()))


def measure_calibration(
    confidence: Confidence, signs: Sequence[QualityFeatures], qualities: Sequence[float], fitted: int, source: str
) -> Calibration:
    """Test a fit on other translations; `fitted` is how many it was fitted on, `source` where they all come from."""
    table = pd.DataFrame({"expected": [confidence.expected(each) for each in signs], "measured": list(qualities)})
    ranks = table.rank()
    ordered = table.sort_values("expected", kind="stable")
    grades = table.groupby([grade(each) for each in table["expected"]])
    return Calibration(
        confidence,
        fitted,
        len(table),
        source,
        float(ranks["expected"].corr(ranks["measured"])),
        tuple(_bin(ordered.iloc[rows]) for rows in np.array_split(np.arange(len(table)), BINS) if len(rows)),
        {level: _bin(grades.get_group(level)) for level in Level if level in grades.groups},
    )


def _bin(rows: pd.DataFrame) -> Bin:
    return Bin(len(rows), float(rows["expected"].mean()), float(rows["measured"].mean()))
