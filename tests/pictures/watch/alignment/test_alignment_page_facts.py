"""What the alignment page says of the best that one link a word can do."""

from typing import Any

import numpy as np
import pytest
from shipped_models import shipped_model

from transformer import Translator
from transformer.analysis.evaluation.alignment import least_error_rate
from transformer.analysis.measures.head_roles import HeadRoles
from transformer.attribution.alignment_rates import MeasuredAlignment
from transformer.attribution.word_alignment import AlignmentMethod, error_rate, matrices
from transformer.corpora.everyday import AlignedPair, aligned_examples
from transformer.decoding.trace import whole_target
from transformer.model.measurements import load_measurement
from transformer.text.special_tokens import END
from viewer.pictures.watch.alignment import alignment


@pytest.fixture(scope="module")
def translator() -> Translator:
    translator = shipped_model("en-fr")
    sent(translator, "I know.")  # what the first sentence costs, all tests share
    return translator


def sent(translator: Translator, sentence: str) -> dict[str, Any]:
    return alignment.payload("en-fr", sentence).facts


@pytest.mark.slow
def test_the_floor_of_a_known_sentence_is_sent_with_its_links(translator: Translator) -> None:
    example = next(each for each in aligned_examples() if least_error_rate([each]) > 0)
    true = example.lexical_links()[1]
    linked = len({target for _, target in true})
    least = error_rate(linked, len(true), linked, linked)
    assert sent(translator, example.source)["leastError"] == pytest.approx(least)


@pytest.mark.slow
def test_the_floor_of_the_heads_is_the_measured_one(translator: Translator) -> None:
    facts, roles = sent(translator, "It is cold."), load_measurement("en-fr", HeadRoles)
    assert facts["leastError"] is None
    assert facts["leastHeadError"] == roles.least_error_rate
    assert 0.1 < facts["leastHeadError"] < min(rate for *_, rate in facts["headErrors"])


def test_the_example_of_a_word_for_two_is_one() -> None:
    shipped = alignment.word_for_two(aligned_examples())
    assert shipped == ("lui", "to him")
    pair = AlignedPair("It's raining.", "Il pleut.", ((0, 0), (1, 1), (2, 1), (3, 2)))
    assert alignment.word_for_two([pair]) == ("pleut", "'s raining")
    assert alignment.word_for_two([AlignedPair("Yes.", "Oui.", ((0, 0), (1, 1)))]) is None


def test_every_method_is_sent_as_the_command_measures_it(translator: Translator) -> None:
    sentence = "It is cold."
    translation, found = alignment.aligned("en-fr", sentence), alignment.counted("en-fr", sentence)
    target = whole_target(translation.hypothesis.tokens, translator.model.config.max_length)
    measured = matrices(translator, translation.source.ids, [*target, END])
    words = len(target) - 1
    for name, linker in (
        ("weights", AlignmentMethod("attention", "written", 1, 2)),
        ("norms", AlignmentMethod("value_norms", "written", 2, 0)),
        ("norms.all", AlignmentMethod("value_norms", "written", 1, None)),
        ("zeroing", AlignmentMethod("value_zeroing", "written", 0, None)),
        ("alti", AlignmentMethod("alti", "written", None, None)),
    ):
        place = tuple(each for each in (linker.layer, linker.head) if each is not None)
        np.testing.assert_allclose(found[name][place][:words], measured[linker], atol=1e-5, err_msg=name)


def test_the_page_opens_with_the_best_that_was_measured(translator: Translator) -> None:
    stored, facts = load_measurement("en-fr", MeasuredAlignment), sent(translator, "It is cold.")
    assert [each["title"] for each in facts["sets"]] == list(alignment.SETS.values())
    for name, shown in zip(alignment.SETS, facts["sets"], strict=True):
        assert shown["pairs"] == stored.sets[name].pairs
        assert shown["best"][0][-1] == min(stored.sets[name].rates.values())
        for *linker, rate in shown["best"]:
            assert stored.sets[name].rates[AlignmentMethod(*linker)] == rate
        assert len(shown["best"]) == 2 * len(alignment.CHOICES)


def test_nothing_is_said_of_methods_on_a_model_that_was_not_measured() -> None:
    assert alignment.measured_sets("en-de") == []


def test_the_file_has_the_whole_beam_of_the_same_translation() -> None:
    shown, whole = (each("en-fr", "My sister reads a letter.") for each in (alignment.aligned, alignment.recorded))
    assert whole.as_json()["nodes"]
    assert whole.hypothesis.tokens == shown.hypothesis.tokens
