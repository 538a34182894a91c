"""Why this word, without a browser: what the address may hold, and what it survives."""

import pytest
from app_tests import facts, open_page, plain_text

from viewer.pictures.what_if.why import questions

SENTENCE = "The dog eats bread."


def test_a_question_stands_in_the_address_and_ends_with_its_sentence() -> None:
    app = open_page("why", sentence=SENTENCE, asked="2", rival="<unk>", depth="prove")
    question, _, rivals, table, removed, _, left, _ = facts(app)[-8:]
    assert [each["step"] for each in question["choices"] if each["chosen"]] == [2]
    assert [each["rival"] for each in rivals["choices"] if each["chosen"]] == ["<unk>"]
    assert table["rival"] is not None
    assert len(removed["charts"]) == len(left["charts"]) == 1  # an untrained model has no sentence at which it invents
    app.text_input(key="sentence").set_value("The cat drinks water.").run()
    assert not app.exception
    assert facts(app)[-5]["rival"] is None
    assert "rival" not in app.query_params


def test_look_computes_no_table(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(questions, "compute_answer", None)
    monkeypatch.setattr(questions.asked, "payload_of_rivals", None)
    app = open_page("why", sentence=SENTENCE)
    assert not app.exception
    assert "hidden" in facts(app)[-4]  # before two sections that wait, and the finding's card


def test_a_rival_outside_the_vocabulary_is_told_of_and_the_answer_stays() -> None:
    app = open_page("why", sentence=SENTENCE, asked="1", rival="☃", depth="prove")
    (told,) = app.warning
    assert plain_text(told.value).count("“☃”") == 1
    assert facts(app)[-5]["rival"] is None


def test_a_sentence_that_is_too_long_is_told_of() -> None:
    app = open_page("why", asked="zzz", sentence="The cat drinks water and the dog eats bread, " * 6)
    assert "40" in app.warning[0].value
