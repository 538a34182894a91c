"""Which language a fresh model learns is said where another one might be expected."""

from app_tests import app_test

from viewer.app import state


def notes(model: str) -> list[str]:
    app = app_test()
    app.query_params[state.MODEL] = model
    app.run()
    app.switch_page("viewer/train/training/page.py").run()
    assert not app.exception
    return [each.value for each in app.info]


def test_a_german_model_is_told_that_french_is_learned() -> None:
    (note,) = notes("en-de")
    assert "writes German" in note
    assert "learns French all the same" in note


def test_where_french_is_expected_nothing_is_said() -> None:
    assert notes("en-fr") == []
