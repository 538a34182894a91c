"""The alignment page's words and links, and how both searches are compared."""

import math
from pathlib import Path
from types import SimpleNamespace

import pytest
from shipped_models import shipped_model

from transformer import Beam, Translator
from transformer.analysis.evaluation.search_comparison import SearchComparison, compare_searches, differing_sentences
from transformer.decoding.strategies import Strategy
from transformer.text.source import Source
from viewer.app import state
from viewer.pictures.watch.alignment import alignment
from viewer.pictures.watch.search.controls import JUDGED
from viewer.pictures.watch.search.scores import scores

SENTENCE = "The dog eats bread."


def test_a_model_of_another_language_is_not_led_through_french(translator, monkeypatch) -> None:
    example = alignment.examples(translator)[0]
    monkeypatch.setattr(translator, "card", {**translator.card, "target_language": "de"})
    assert alignment.examples(translator) == []
    assert alignment.find_example(example.source, translator) is None


@pytest.mark.slow
def test_comparing_searches_counts_what_differs(translator: Translator, tmp_path: Path) -> None:
    from tiny import PAIRS

    row = compare_searches(translator, "own", "test", PAIRS[:6], Beam(3))
    texts = [[translator.translate(pair.source, size).text for pair in PAIRS[:6]] for size in (1, 3)]
    assert row.differ == pytest.approx(sum(one != other for one, other in zip(*texts, strict=True)) / 6, abs=1e-4)
    assert row.greedy_milliseconds > 0
    assert row.beam_milliseconds > 0
    examples = differing_sentences(translator, [pair.source for pair in PAIRS[:6]] * 2, Beam(3), 4)
    assert len(examples) <= 4
    assert [each.gain for each in examples] == sorted((each.gain for each in examples), reverse=True)
    for each in examples:
        assert translator.translate(each.source, 1).text == each.greedy != each.beam
        assert translator.translate(each.source, 3).text == each.beam
    sent = scores(SearchComparison(3, 1.0, (row,), tuple(examples)))
    assert len(sent["rows"]) == 1


@pytest.mark.slow
@pytest.mark.parametrize(("language", "wrong", "right"), [("fr", "rient", "rit"), ("de", "sich", "Schriftsteller")])
def test_the_page_opens_where_the_beam_is_right_and_far_likelier(language: str, wrong: str, right: str) -> None:
    sentence = state.PARTING[language]
    greedy, beam = (shipped_model(f"en-{language}").translate(sentence, size) for size in (1, 5))
    assert wrong in greedy.text.split()
    assert right in beam.text.split()
    assert sum(beam.hypothesis.log_probabilities) - sum(greedy.hypothesis.log_probabilities) > math.log(4)
    assert "the beam is right" in JUDGED[sentence]


def test_the_times_are_those_of_decoding_and_the_fastest_of_each_sentence(translator, monkeypatch) -> None:
    from tiny import PAIRS

    seconds = {"Greedy": iter([3, 1, 2, 5, 6, 4]), "Beam": iter([9, 8, 7, 20, 30, 40])}

    def decode(translator: Translator, source: Source, strategy: Strategy) -> SimpleNamespace:
        return SimpleNamespace(seconds=next(seconds[type(strategy).__name__]))

    monkeypatch.setattr("transformer.analysis.evaluation.search_comparison.find_translation", decode)
    row = compare_searches(translator, "own", "test", PAIRS[:2], Beam(3))
    assert (row.greedy_milliseconds, row.beam_milliseconds) == (1000 * (1 + 4) / 2, 1000 * (7 + 20) / 2)
