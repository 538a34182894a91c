"""Greedy decoding and beam search side by side: what the Translate page compares."""

import math
from dataclasses import dataclass

import numpy as np

from transformer import Translation
from transformer.analysis.evaluation.confidence import QualityFeatures, sentences
from transformer.decoding.search import Hypothesis, length_penalty
from transformer.text.source import Source
from viewer.app import resources
from viewer.app.state import Card
from viewer.pictures.watch.translate.badge import Badge, Expectation, badge
from viewer.pictures.watch.translate.divergence import Branch, Divergence, divergence
from viewer.widgets.language import FRENCH, Language, target_language


@dataclass(frozen=True)
class Side:
    """One of the two translations.

    Attributes:
        translation: with its hypothesis, its source and the time it took.
        alpha: the length penalty used for its score.
        attention: (layers, H, T, S), the cross-attention of each token's position.
    """

    translation: Translation
    alpha: float
    attention: np.ndarray

    @property
    def penalty(self) -> float:
        """What the log-probability is divided by."""
        return length_penalty(len(self.translation.hypothesis.tokens), self.alpha)

    @property
    def score(self) -> float:
        """The log-probability divided by the length penalty."""
        return self.translation.hypothesis.log_probability / self.penalty

    @property
    def branch(self) -> Branch:
        """What `divergence` compares."""
        values = self.translation.hypothesis.log_probabilities
        return Branch(self.translation.tokens, tuple(math.exp(value) for value in values), self.score)


@dataclass(frozen=True)
class Comparison:
    """Everything that the Translate page shows about one sentence.

    Attributes:
        greedy, beam: the two translations.
        beam_size: hypotheses kept at each step.
        others: the beam's other hypotheses with their texts, best first.
        badge: how far to trust them.
        aligned_layer: the decoder layer to show first.
        language: of the translations.
    """

    greedy: Side
    beam: Side
    beam_size: int
    others: tuple[tuple[Hypothesis, str], ...]
    badge: Badge
    aligned_layer: int
    language: Language = FRENCH

    @property
    def divergence(self) -> Divergence:
        """Where the two translations diverge."""
        return divergence(self.greedy.branch, self.beam.branch)

    @property
    def lengths(self) -> dict[Card, int]:
        """Tokens of each translation."""
        return {"greedy": len(self.greedy.translation.tokens), "beam": len(self.beam.translation.tokens)}


def compare(name: str, sentence: str, beam: int, alpha: float) -> Comparison | None:
    """Translate a sentence both ways; None if there is nothing to translate.

    Args:
        name: of the model. sentence: as typed.
        beam: hypotheses kept at each step. alpha: the length penalty of both scores.

    Raises:
        GlassformerError: as for `resources.load_model`.
    """
    translator = resources.load_model(name)
    source = translator.read(sentence)
    if source.empty:
        return None
    greedy, searched = resources.greedy(name, sentence), resources.beam_search(name, sentence, beam, alpha)
    different = tuple({greedy.hypothesis.tokens: None, searched.hypothesis.tokens: None})  # often they are the same
    led = dict(zip(different, resources.teacher_forced(name, sentence, different), strict=True))
    greedy_side, beam_side = (Side(each, alpha, led[each.hypothesis.tokens].attention) for each in (greedy, searched))
    others = searched.search.hypotheses[1:]
    return Comparison(
        greedy_side,
        beam_side,
        beam,
        tuple(
            (hypothesis, source.carried.put_back(translator.tokenizer.decode(hypothesis.tokens)))
            for hypothesis in others
        ),
        rate(name, searched, led[searched.hypothesis.tokens].signs),
        translator.alignment_layer,
        target_language(translator),
    )


def rate(name: str, translation: Translation, signs: QualityFeatures) -> Badge:
    """How far to trust a translation by the model called `name`."""
    translator, source = resources.load_model(name), translation.source
    expectation = _expectation(name, source, signs)
    return badge(
        source, translator.trust(source), expectation, resources.load_learned(name), translator.doubts(translation)
    )


def _expectation(name: str, source: Source, signs: QualityFeatures) -> Expectation | None:
    found = resources.calibration(name)
    if found is None:
        return None
    return Expectation(found.confidence.expected(signs), sentences(source.text), found.curve)
