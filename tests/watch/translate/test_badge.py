"""The trust badge's words."""

import dataclasses

import pytest

from transformer.analysis.evaluation.confidence import Bin
from transformer.analysis.evaluation.learned import Learned
from transformer.text.carried import Carried
from transformer.text.source import Source
from transformer.text.trust import Level, Trust
from viewer.watch.translate.badge import Expectation, badge

CURVE = (Bin(10, 40.0, 38.0), Bin(10, 80.0, 86.0))
GOOD = Trust(unknown=0, rare_words=(), cut_words=(), words=3, too_long=False)


def source(*tokens: str, text: str = "One two.", cut: bool = False) -> Source:
    return Source(text, tuple(range(4, 4 + len(tokens))), tokens, cut)


def trust(**known: object) -> Trust:
    return dataclasses.replace(GOOD, **{"words": 9, **known})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("read", "known", "reason"),
    [
        (
            source("▁One", "▁two", "."),
            GOOD,
            "Every piece occurs often in the training data, and the sentence has a usual length.",
        ),
        (source("▁One", "▁two", "."), trust(counted=False), "It isn’t known here what this model was trained on."),
        (source("▁zyx", "."), trust(rare_words=("zyx.", "zyx.")), "Seen rarely or never in training: “zyx”."),
        (
            source("▁un", "se", "en", ",", "</s>"),
            trust(cut_words=("unseen,",)),
            "Split into pieces: “unseen” as un·se·en.",
        ),
    ],
)
def test_the_badge_names_each_word_once_and_says_why(read: Source, known: Trust, reason: str) -> None:
    made = badge(read, known)
    assert made.reasons == (reason,)
    assert (made.level is Level.GOOD) == (known is GOOD)


def test_capitals_that_were_taken_away_are_named() -> None:
    typed = dataclasses.replace(source("▁One", "▁two", "."), capitals=True)
    assert badge(typed, GOOD).reasons[0].startswith("Words in capitals were read as lower case")


def test_of_many_words_only_the_first_are_named() -> None:
    assert badge(source(), trust(rare_words=tuple("abcdefg"))).reasons[0].endswith("“a”, “b”, “c”, “d” and 3 more.")


def test_no_quality_is_said_to_be_a_whole_hundred() -> None:
    nearly_whole = badge(source("▁One"), GOOD, Expectation(98.0, 1, (Bin(10, 98.0, 99.7),)))
    assert "reach more than 99 of 100" in nearly_whole.reasons[0]


def test_nothing_is_claimed_of_training_that_nobody_knows() -> None:
    unknown = dataclasses.replace(GOOD, counted=False)
    made = badge(source("▁One"), unknown, Expectation(95.0, 2, CURVE))
    assert made.reasons[0].startswith("On our test sentences, translations with this confidence reach")
    assert "trained" not in made.reasons[0]
    assert made.reasons[1:] == ("It isn’t known here what this model was trained on.",)


def test_a_text_that_was_cut_off_is_never_good_and_the_limit_is_stated() -> None:
    made = badge(source("▁One", cut=True), GOOD)
    assert made.level is Level.CAREFUL
    assert "at most 1,000 characters and 120 tokens" in made.reasons[0]
    assert badge(source("▁One", cut=True), GOOD, Expectation(95.0, 1, CURVE)).level is Level.CAREFUL


def test_a_translation_in_doubt_is_never_good_and_the_badge_says_why() -> None:
    for calibrated in (None, Expectation(95.0, 1, CURVE)):
        made = badge(source("▁One"), GOOD, calibrated, doubts=["The numbers in the two sentences differ."])
        assert made.level is Level.CAREFUL
        assert made.reasons[-1] == "The numbers in the two sentences differ."
    likely = Expectation(95.0, 1, CURVE)
    assert badge(source("▁One"), trust(unknown=1), likely).level is Level.CAREFUL
    assert badge(source("▁One"), GOOD, Expectation(50.0, 1, CURVE), doubts=["No."]).level is Level.POOR


def test_unknown_characters_are_counted() -> None:
    one, two = trust(unknown=1), trust(unknown=2, words=2, too_long=True)
    assert "1 character is unknown to the model." in badge(source(), one).reasons
    assert "2 characters are unknown to the model." in badge(source(), two).reasons
    assert badge(source(), two).level is Level.POOR
    assert any("longer" in reason for reason in badge(source(), two).reasons)


def test_with_a_calibration_the_expected_quality_decides() -> None:
    strange = trust(rare_words=("zyx",), words=2)
    familiar_but_unlikely = badge(source("▁One", "▁two", "."), GOOD, Expectation(50.0, 3, CURVE))
    assert familiar_but_unlikely.level is Level.POOR
    assert "reach 38 of 100" in familiar_but_unlikely.reasons[0]
    assert "These are 3 sentences" in familiar_but_unlikely.reasons[0]
    strange_but_likely = badge(source("▁zyx", "."), strange, Expectation(77.0, 1, CURVE))
    assert strange_but_likely.level is Level.CAREFUL
    assert "reach 86 of 100" in strange_but_likely.reasons[0]
    assert strange_but_likely.rare_words == ("zyx",)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        ("i love you", "It was trained on this very sentence."),
        ("i love", "This sentence isn’t among the 1,234 it was trained on; the longest phrase it shares with "),
        ("", "This sentence isn’t among the 1,234 it was trained on."),
    ],
)
def test_of_an_example_it_is_said_whether_it_was_trained_on(run: str, said: str) -> None:
    found = Learned(1234, {"I love you.": run}, ("i", "love", "cats"))
    assert badge(source("▁I", text="I love you."), GOOD, learned=found).reasons[-1].startswith(said)
    other = source("▁I", text="I love cats.")
    assert badge(other, GOOD, learned=found).reasons == (
        "Every word occurs in the training data, and the sentence has a usual length.",
    )


@pytest.mark.parametrize("read", [source("▁fl", "um", "."), source("▁cats", "▁fl", "um.")])
def test_an_invented_word_of_well_known_pieces_is_never_good(read: Source) -> None:
    found = Learned(1234, {}, ("i", "love", "cats"))
    made = badge(read, GOOD, Expectation(95.0, 1, CURVE), found)
    assert made.level is Level.CAREFUL
    assert made.reasons[-1] == "Seen rarely or never in training: “flum”."
    carried = dataclasses.replace(read, carried=Carried(names=(("flum", "Flum"),)))
    assert badge(carried, GOOD, Expectation(95.0, 1, CURVE), found).level is Level.GOOD
