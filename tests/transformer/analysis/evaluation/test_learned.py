"""What a model was trained on of a sentence: found by hand, kept beside the weights, and true of those that ship."""

import io

import pytest
from command_line import assert_one_error_line

from transformer.analysis.evaluation.learned import MET, look_up_sentences

TRAINING = ["The black cat sleeps.", "A dog! Sleeps in front of the door?", "It's late"]


@pytest.mark.parametrize(
    ("sentence", "run"),
    [
        ("The black dog sleeps in front of the door.", "dog sleeps in front of the door"),
        ("the black CAT sleeps", "the black cat sleeps"),
        ("It's late!", "it's late"),
        ("Nobody saw rats.", ""),
        ("Doors", ""),  # a part of a word is none
        ("...", ""),
    ],
)
def test_the_longest_run_of_words_is_found(sentence: str, run: str) -> None:
    assert look_up_sentences([sentence], TRAINING).runs == {sentence: run}


def test_a_sentence_learned_whole_is_told_from_a_part() -> None:
    found = look_up_sentences(["the black cat sleeps", "The black cat"], [*TRAINING, TRAINING[0].upper()])
    assert found.sentences == 3
    assert found.whole("the black cat sleeps")
    assert found.whole("The black cat")
    assert not look_up_sentences(["The black cats"], TRAINING).whole("The black cats")


def test_a_word_is_known_if_enough_training_sentences_held_it() -> None:
    held = [f"The dog’s {number}th ‘bone’" for number in range(MET)] + ["It's late late late late late"]
    found = look_up_sentences([], held)
    assert found.words == ("bone", "dog", "the")
    assert found.find_with_rare_words(["The", "dogs'", "Bone!", "dog-bone", "late", "12", "?"]) == ["dogs'", "late"]


@pytest.mark.slow
def test_the_command_needs_a_sentence(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b" \n")))
    assert_one_error_line(capsys, ["measure", "learned", "--corpus", "everyday-natural"], "There is no sentence")
