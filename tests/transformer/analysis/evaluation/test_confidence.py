"""Expected quality: what a translation shows of itself, the fit, the judgement on others, and the file."""

from dataclasses import astuple, replace

import numpy as np
import pytest
from tiny import PAIRS

from transformer import Translator
from transformer.analysis.evaluation.confidence import (
    GOOD,
    NAMES,
    POOR,
    Confidence,
    QualityFeatures,
    fit,
    grade,
    measure_calibration,
    quality_features,
    sentences,
)
from transformer.text.trust import Level


def some_signs(count: int) -> list[QualityFeatures]:
    return [QualityFeatures(*row) for row in np.random.default_rng(3).normal(size=(count, len(NAMES)))]


def test_the_fit_finds_the_weights_that_made_the_qualities() -> None:
    signs = some_signs(4000)
    weights = np.arange(1.0, len(NAMES) + 1)
    found = fit(signs, [50 + float(np.array(astuple(each)) @ weights) for each in signs])
    np.testing.assert_allclose(np.array(found.weights) / found.deviations, weights, rtol=0.01)
    assert found.expected(QualityFeatures(*found.means)) == pytest.approx(found.mean_quality)


def test_an_expectation_is_a_chrf() -> None:
    steep = Confidence(50.0, (0.0,) * len(NAMES), (1.0,) * len(NAMES), (1000.0,) * len(NAMES))
    assert [steep.expected(QualityFeatures(*[sign] * len(NAMES))) for sign in (-1.0, 0.0, 1.0)] == [0, 50, 100]


def test_too_few_translations_are_refused() -> None:
    with pytest.raises(ValueError, match="too few"):
        fit(some_signs(len(NAMES)), [50.0] * len(NAMES))


def test_the_judgement_is_on_what_was_expected_of_others() -> None:
    signs = some_signs(300)
    confidence = Confidence(60.0, (0.0,) * len(NAMES), (1.0,) * len(NAMES), (12.0, *[0.0] * (len(NAMES) - 1)))
    noise = np.random.default_rng(5).normal(scale=8, size=300)
    qualities = [confidence.expected(each) + float(error) for each, error in zip(signs, noise, strict=True)]
    found = measure_calibration(confidence, signs, qualities, 200, "here")
    assert (found.fitted, found.reported, sum(each.count for each in found.curve)) == (200, 300, 300)
    expected = [confidence.expected(each) for each in signs]
    places = [np.argsort(np.argsort(values)) for values in (expected, qualities)]
    assert found.rank_correlation == pytest.approx(np.corrcoef(*places)[0, 1])
    assert [each.expected for each in found.curve] == sorted(each.expected for each in found.curve)
    for level, part in found.grades.items():
        own = [quality for each, quality in zip(expected, qualities, strict=True) if grade(each) is level]
        assert (part.count, part.measured) == (len(own), pytest.approx(np.mean(own)))


def test_grades_begin_where_they_are_said_to() -> None:
    assert [grade(each) for each in (GOOD, GOOD - 0.01, POOR, POOR - 0.01)] == [
        Level.GOOD,
        Level.CAREFUL,
        Level.CAREFUL,
        Level.POOR,
    ]


@pytest.mark.parametrize(
    ("text", "count"),
    [("I'm happy. You are sad. They went.", 3), ("Wait ...  what?!", 2), ("no sign", 1), ("", 1), ("It is 3.5 km", 1)],
)
def test_sentences_are_counted_by_their_ends(text: str, count: int) -> None:
    assert sentences(text) == count


def test_the_signs_are_those_of_the_translation(translator: Translator) -> None:
    translation = translator.translate(PAIRS[0][0])
    trust = replace(translator.trust(translation.source), rare_words=("dog",), cut_words=("dog",), unknown=0)
    tokens = translation.hypothesis.tokens
    signs = quality_features(translation.source, tokens, translation.trace, trust, 1)
    assert signs.mean_log_probability == pytest.approx(np.mean(translation.hypothesis.log_probabilities), rel=1e-4)
    assert signs.least_log_probability == pytest.approx(min(translation.hypothesis.log_probabilities), rel=1e-4)
    assert signs.mean_entropy == pytest.approx(float(translation.entropies.mean()), rel=1e-5)
    assert signs.strange_share == pytest.approx(1 / signs.words)
    assert signs.length_ratio == len(tokens) / len(translation.source.ids)
    weights = translation.trace["decoder.1.cross_attention.weights"].mean(dim=0)[: len(tokens)]
    assert 0 <= signs.unseen_words <= int((weights.amax(dim=0) < 0.15).sum())
