"""Which language a fresh model learns is said where another one might be expected."""

from places import ROOT
from streamlit.testing.v1 import AppTest

from viewer.app import state


def notes(model: str) -> list[str]:
    app = AppTest.from_file(str(ROOT / "app.py"), default_timeout=60)
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
