"""The trust badge's words."""

import dataclasses

import pytest

from transformer.analysis.evaluation.confidence import Bin
from transformer.analysis.evaluation.learned import Learned
from transformer.text.carried import Carried
from transformer.text.source import Source
from transformer.text.trust import Level, Trust
from viewer.pictures.watch.translate.badge import Expectation, badge

CURVE = (Bin(10, 40.0, 38.0), Bin(10, 80.0, 86.0))
GOOD = Trust(unknown=0, rare_words=(), cut_words=(), words=3, too_long=False)


def source(*tokens: str, text: str = "One two.", cut: bool = False) -> Source:
    return Source(text, tuple(range(4, 4 + len(tokens))), tokens, cut)


def trust(**known: object) -> Trust:
    return dataclasses.replace(GOOD, **{"words": 9, **known})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("read", "known", "named"),
    [
        (source("▁One", "▁two", "."), GOOD, ""),
        (source("▁One", "▁two", "."), trust(counted=False), ""),
        (source("▁zyx", "."), trust(rare_words=("zyx.", "zyx.")), "“zyx”."),
        (source("▁un", "se", "en", ",", "</s>"), trust(cut_words=("unseen,",)), "“unseen” as un·se·en."),
        (source(), trust(rare_words=tuple("abcdefg")), "“a”, “b”, “c”, “d” and 3 more."),
    ],
)
def test_the_badge_names_each_word_once_and_says_why(read: Source, known: Trust, named: str) -> None:
    made = badge(read, known)
    assert made.reasons[0].endswith(named)
    assert made.reasons[0].count("“zyx”") <= 1
    assert (made.level is Level.GOOD) == (known is GOOD)


def test_a_text_that_was_cut_off_is_never_good_and_the_limit_is_stated() -> None:
    made = badge(source("▁One", cut=True), GOOD)
    assert made.level is Level.CAREFUL
    assert all(limit in made.reasons[0] for limit in ("1,000", "120"))
    assert badge(source("▁One", cut=True), GOOD, Expectation(95.0, 1, CURVE)).level is Level.CAREFUL


def test_a_translation_in_doubt_is_never_good_and_the_badge_says_why() -> None:
    for calibrated in (None, Expectation(95.0, 1, CURVE)):
        made = badge(source("▁One"), GOOD, calibrated, doubts=["No."])
        assert made.level is Level.CAREFUL
        assert made.reasons[-1] == "No."
    likely = Expectation(95.0, 1, CURVE)
    assert badge(source("▁One"), trust(unknown=1), likely).level is Level.CAREFUL
    assert badge(source("▁One"), GOOD, Expectation(50.0, 1, CURVE), doubts=["No."]).level is Level.POOR


def test_with_a_calibration_the_expected_quality_decides() -> None:
    strange = trust(rare_words=("zyx",), words=2)
    familiar_but_unlikely = badge(source("▁One", "▁two", "."), GOOD, Expectation(50.0, 3, CURVE))
    assert familiar_but_unlikely.level is Level.POOR
    assert "reach 38 of 100" in familiar_but_unlikely.reasons[0]
    strange_but_likely = badge(source("▁zyx", "."), strange, Expectation(77.0, 1, CURVE))
    assert strange_but_likely.level is Level.CAREFUL
    assert "reach 86 of 100" in strange_but_likely.reasons[0]


@pytest.mark.parametrize(
    ("run", "said"),
    [("i love you", "this very sentence"), ("i love", "isn’t among the 1,234"), ("", "isn’t among the 1,234")],
)
def test_of_an_example_it_is_said_whether_it_was_trained_on(run: str, said: str) -> None:
    found = Learned(1234, {"I love you.": run}, ("i", "love", "cats"))
    assert said in badge(source("▁I", text="I love you."), GOOD, learned=found).reasons[-1]
    assert badge(source("▁I", text="I love cats."), GOOD, learned=found).level is Level.GOOD


@pytest.mark.parametrize("read", [source("▁fl", "um", "."), source("▁cats", "▁fl", "um.")])
def test_an_invented_word_of_well_known_pieces_is_never_good(read: Source) -> None:
    found = Learned(1234, {}, ("i", "love", "cats"))
    made = badge(read, GOOD, Expectation(95.0, 1, CURVE), found)
    assert made.level is Level.CAREFUL
    assert "“flum”" in made.reasons[-1]
    carried = dataclasses.replace(read, carried=Carried(names=(("flum", "Flum"),)))
    assert badge(carried, GOOD, Expectation(95.0, 1, CURVE), found).level is Level.GOOD
