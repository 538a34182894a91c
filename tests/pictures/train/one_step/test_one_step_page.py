"""The page on one step without a browser: its fields, and what can't be learned."""

import pytest
from app_tests import facts, go_to, open_page, problems

from viewer.pictures.train.one_step.asked import SENTENCE, WANTED, WATCHED


@pytest.mark.parametrize(
    ("sentence", "wanted", "told"),
    [
        (" ", "Le chien.", "nothing to translate"),
        ("The dog.", " ", "no translation to learn"),
        ("The dog.", "Le chien 日本.", "can't spell"),
        ("The 🐈 dog.", "Le chien.", "never reads"),
        ("The dog.", "le chien " * 90, "too long"),
        ("the dog " * 100, "Le chien.", "too long"),
        ("<b>dog</b>", "</s>", "can't spell"),
    ],
)
def test_what_cannot_be_learned_is_told_in_a_sentence(sentence: str, wanted: str, told: str) -> None:
    app = open_page("one_step", **{SENTENCE: sentence, WANTED: wanted})
    (problem,) = problems(app)
    assert told in problem
    assert not [each for each in facts(app) if "lessons" in each]


def test_steps_and_fields_stay_while_the_visitor_is_elsewhere() -> None:
    app = open_page("one_step", **{SENTENCE: "The dog eats bread.", WANTED: "Le chat.", WATCHED: "The cat. A dog."})
    app.session_state["lesson"]["presses"].append(2)
    app.run()
    snapshots = facts(app)[-1]["lessons"][0]["snapshots"]
    assert [each["steps"] for each in snapshots] == [0, 2]
    assert [each["sentence"] for each in snapshots[1]["watched"][:2]] == ["The cat.", "A dog."]
    go_to(go_to(app, "glossary"), "one_step")
    assert app.text_input(key=WANTED).value == "Le chat."
    assert facts(app)[-1]["lessons"][0]["snapshots"][1]["steps"] == 2
    # A new sentence comes with the model's own translation, and its lesson begins anew.
    app.text_input(key=SENTENCE).set_value("The cat drinks water.").run()
    assert problems(app) in ([], ["There is no translation to learn: type at least one word."])
    assert app.text_input(key=WANTED).value != "Le chat."
    assert app.session_state["lesson"]["presses"] == []


@pytest.mark.slow
def test_another_language_brings_its_own_pair() -> None:
    app = open_page("one_step", model="en-fr")
    assert "chat noir" in app.text_input(key=WANTED).value
    app.selectbox(key="model_picked").select("en-de").run()
    assert problems(app) == []
    assert "Katze" in app.text_input(key=WANTED).value
