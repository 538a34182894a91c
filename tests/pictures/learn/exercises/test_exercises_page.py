"""The page of exercises: answers are judged, counted and kept."""

from pathlib import Path

import pytest
from app_tests import go_to, open_page, plain_text
from streamlit.testing.v1 import AppTest

from viewer.app import state
from viewer.pictures.learn.exercises.exercise import format_number
from viewer.pictures.learn.exercises.sets import GRADES, exercises

MARKUP = "<img/src=x> *a* $b$ the dog"


@pytest.fixture
def page() -> AppTest:
    return open_page("exercises")


def titles(app: AppTest) -> list[str]:
    return [each.value.partition(". ")[2] for each in app.subheader]


def read_texts(app: AppTest) -> str:
    return app.get("progress")[0].proto.text  # type: ignore[attr-defined]


@pytest.mark.slow
def test_answers_are_judged_and_outlive_a_visit_to_another_page(page: AppTest, app_folder: Path) -> None:
    made = {each.slug: each for each in exercises(str(app_folder), state.DEFAULT_SENTENCE, GRADES[0].title)}
    assert not page.exception
    assert titles(page) == [each.title for each in made.values()]
    assert (len(page.success), len(page.info)) == (0, 0)
    page.radio[0].set_value(made["pieces"].solution).run()
    wrong = next(each for each in made["reads"].options if each != made["reads"].solution)
    page.radio[0].set_value(wrong).run()
    assert read_texts(page) == "1 of 6 right · 2 answered"
    assert page.success[0].value.startswith("Right\\.")
    assert plain_text(page.info[0].value).startswith(f"Not “{wrong}”")
    page.button_group[0].set_value(GRADES[1].title).run()
    assert not page.exception
    mask = next(
        each for each in exercises(str(app_folder), state.DEFAULT_SENTENCE, GRADES[1].title) if not each.tolerance
    )
    field = next(each for each in page.text_input if each.key and "_mask_" in each.key)
    field.set_value("many").run()
    assert "isn’t a number" in " ".join(each.value for each in page.caption)
    next(each for each in page.text_input if each.key == field.key).set_value(str(mask.answer + 1)).run()
    assert "Try again" in " ".join(each.value for each in page.caption)
    next(each for each in page.text_input if each.key == field.key).set_value(format_number(mask.answer)).run()
    assert read_texts(page) == "1 of 7 right · 1 answered"
    next(each for each in page.button if each.label == "Show the answer").click().run()
    assert read_texts(page) == "1 of 7 right · 2 answered"
    go_to(page, "model_card")
    go_to(page, "exercises")
    assert read_texts(page) == "1 of 7 right · 2 answered"


@pytest.mark.parametrize("sentence", ["x", MARKUP])
def test_nothing_damaged_stops_the_page(page: AppTest, sentence: str) -> None:
    page.query_params.update({"grade": "<b>"})
    page.text_input(state.SENTENCE).set_value(sentence).run()
    assert not page.exception
    assert len(titles(page)) == 6
    page.text_input(state.SENTENCE).set_value("").run()
    assert not page.exception
    assert page.info[0].value.startswith("Type an English sentence")
