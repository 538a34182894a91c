"""The trust badge's words."""

import dataclasses

import pytest

from transformer.analysis.evaluation.confidence import Bin
from transformer.analysis.evaluation.learned import Learned
from transformer.text.source import Source
from transformer.text.trust import Level, Trust
from viewer.watch.translate.badge import Expectation, badge

GOOD = Trust(unknown=0, rare_words=(), cut_words=(), words=3, too_long=False)


def source(*tokens: str, text: str = "One two.", cut: bool = False) -> Source:
    return Source(text, tuple(range(4, 4 + len(tokens))), tokens, cut)


def test_familiar_words_are_good_and_the_badge_says_why() -> None:
    made = badge(source("▁One", "▁two", "."), GOOD)
    assert made.level is Level.GOOD
    assert made.reasons == ("Every word was seen often in training, and the sentence has a usual length.",)


def test_a_rare_word_is_named_once_and_without_the_full_stop_that_follows_it() -> None:
    verdict = Trust(unknown=0, rare_words=("zyx.", "zyx."), cut_words=(), words=9, too_long=False)
    assert badge(source("▁zyx", "."), verdict).reasons == ("Seen rarely or never in training: “zyx”.",)


def test_capitals_that_were_taken_away_are_named() -> None:
    typed = dataclasses.replace(source("▁One", "▁two", "."), capitals=True)
    assert badge(typed, GOOD).reasons[0].startswith("Words in capitals are read in small letters")


def test_a_cut_word_is_shown_in_its_pieces() -> None:
    verdict = Trust(unknown=0, rare_words=(), cut_words=("unseen,",), words=9, too_long=False)
    made = badge(source("▁un", "se", "en", ",", "</s>"), verdict)
    assert made.reasons == ("Read in pieces instead of whole: “unseen” as un·se·en.",)


def test_of_many_words_only_the_first_are_named() -> None:
    verdict = Trust(unknown=0, rare_words=tuple("abcdefg"), cut_words=(), words=9, too_long=False)
    assert badge(source(), verdict).reasons[0].endswith("“a”, “b”, “c”, “d” and 3 more.")


def test_no_quality_is_said_to_be_a_whole_hundred() -> None:
    nearly_whole = badge(source("▁One"), GOOD, Expectation(98.0, 1, (Bin(10, 98.0, 99.7),)))
    assert "reach more than 99 of 100" in nearly_whole.reasons[0]


def test_a_text_that_was_cut_off_is_never_good_and_the_limit_is_stated() -> None:
    made = badge(source("▁One", cut=True), GOOD)
    assert made.level is Level.CAREFUL
    assert "at most 1,000 characters and 120 tokens" in made.reasons[0]


def test_a_translation_in_doubt_is_never_good_and_the_badge_says_why() -> None:
    for calibrated in (None, Expectation(95.0, 1, CURVE)):
        made = badge(source("▁One"), GOOD, calibrated, doubts=["The numbers of the two sides differ."])
        assert made.level is Level.CAREFUL
        assert made.reasons[-1] == "The numbers of the two sides differ."
    likely = Expectation(95.0, 1, CURVE)
    unknown = Trust(unknown=1, rare_words=(), cut_words=(), words=9, too_long=False)
    assert badge(source("▁One"), unknown, likely).level is Level.CAREFUL
    assert badge(source("▁One"), GOOD, Expectation(50.0, 1, CURVE), doubts=["No."]).level is Level.POOR


def test_unknown_characters_are_counted() -> None:
    one = Trust(unknown=1, rare_words=(), cut_words=(), words=9, too_long=False)
    two = Trust(unknown=2, rare_words=(), cut_words=(), words=2, too_long=True)
    assert "1 character is unknown to the model." in badge(source(), one).reasons
    assert "2 characters are unknown to the model." in badge(source(), two).reasons
    assert badge(source(), two).level is Level.POOR
    assert any("longer" in reason for reason in badge(source(), two).reasons)


CURVE = (Bin(10, 40.0, 38.0), Bin(10, 80.0, 86.0))


def test_with_a_calibration_the_expected_quality_decides() -> None:
    strange = Trust(unknown=0, rare_words=("zyx",), cut_words=(), words=2, too_long=False)
    familiar_but_unlikely = badge(source("▁One", "▁two", "."), GOOD, Expectation(50.0, 3, CURVE))
    assert familiar_but_unlikely.level is Level.POOR
    assert "reach 38 of 100" in familiar_but_unlikely.reasons[0]
    assert "3 sentences at once" in familiar_but_unlikely.reasons[0]
    strange_but_likely = badge(source("▁zyx", "."), strange, Expectation(77.0, 1, CURVE))
    assert strange_but_likely.level is Level.GOOD
    assert "reach 86 of 100" in strange_but_likely.reasons[0]
    assert strange_but_likely.rare_words == ("zyx",)


def test_a_text_that_was_cut_off_is_never_good_however_likely() -> None:
    assert badge(source("▁One", cut=True), GOOD, Expectation(95.0, 1, CURVE)).level is Level.CAREFUL


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("i love you", "It was trained on this very sentence."),
        ("i love", "It is none of the 1,234 sentences that the model was trained on; the longest part of it that "),
        ("", "It is none of the 1,234 sentences that the model was trained on."),
    ],
)
def test_of_an_example_it_is_said_whether_it_was_trained_on(run: str, said: str) -> None:
    found = Learned(1234, {"I love you.": run})
    assert badge(source("▁I", text="I love you."), GOOD, learned=found).reasons[-1].startswith(said)
    other = source("▁I", text="I love cats.")
    assert badge(other, GOOD, learned=found) == badge(other, GOOD)
