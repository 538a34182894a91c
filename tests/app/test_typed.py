"""What was typed: sentences, not every letter on the way to one; and what was answered, as a browser remembers it."""

from viewer.app.typed import MOST, READ, Typed
from viewer.widgets.answers import LONGEST, answers, restore


def test_a_text_on_its_way_is_no_sentence_and_the_oldest_are_forgotten() -> None:
    typed = Typed()
    for number in range(1, 6):
        typed.add("I love"[: number + 1], number / 10)
    typed.add("I love you.", 1)
    typed.add("I love  you. ", 9)  # the same
    typed.add("", 12)
    typed.add("You", 20)
    typed.add("You love me.", 20 + READ / 2)
    assert typed.sentences == ["You love me.", "I love you."]
    typed = Typed()
    for number in range(MOST + 3):
        typed.add(f"{number} dogs", 10.0 * number)
    assert len(typed.sentences) == MOST
    typed.add("9 dogs", 1000)
    assert typed.sentences[0] == "9 dogs"
    assert typed.sentences.count("9 dogs") == 1


def test_what_a_browser_remembers_comes_before_what_is_known() -> None:
    typed = Typed()
    typed.add("Now.", 1)
    typed.restore(["Second.", "Now.", 7, "", "First."])
    assert typed.sentences == ["Now.", "Second.", "First."]
    typed.restore({"not": "a list"})
    typed.restore(None)
    assert len(typed.sentences) == 3


def test_what_was_answered_since_stays_and_whatever_is_no_answer_is_left_out() -> None:
    session = {"answer_a_written": "4", "answer_a": None, "guess_1": "", "sentence": "I love you."}
    assert answers(session) == {"answer_a_written": "4"}
    remembered = {"answer_a_written": "5", "answer_b_shown": "yes", "guess_1": "door", "sentence": "x", "answer_c": 7}
    restore(session, {**remembered, "answer_d": "9" * 5000})
    assert answers(session) == {
        "answer_a_written": "4",
        "answer_b_shown": "yes",
        "guess_1": "door",
        "answer_d": "9" * LONGEST,
    }
    assert session["sentence"] == "I love you."
    for nonsense in (None, "answer_e", ["answer_e"], 3):
        restore({}, nonsense)
