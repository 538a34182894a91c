"""What a visitor answered, as the browser remembers it."""

from viewer.widgets.answers import LONGEST, answers, restore


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
