"""Start here: a guess is asked for before anything is shown, and counted."""

from pathlib import Path

import pytest
from app_tests import app_test
from streamlit.testing.v1 import AppTest


@pytest.fixture
def start(monkeypatch: pytest.MonkeyPatch) -> AppTest:
    monkeypatch.setenv("GLASSFORMER_MODEL", "en-fr")
    app = app_test()
    app.run()
    return app.switch_page("viewer/learn/start/page.py").run()


def test_nothing_is_shown_before_a_guess_and_guesses_are_counted(start: AppTest) -> None:
    assert not start.exception
    assert (len(start.success), len(start.info)) == (0, 0)
    start.radio[0].set_value("horse").run()
    assert start.success[0].value.startswith("Yes")
    start.button[1].click().run()
    assert "Order" in start.subheader[0].value
    start.radio[0].set_value("A different vector for every word").run()
    assert start.info[0].value.startswith("Not quite")
    start.button[0].click().run()
    assert start.radio[0].value == "horse"  # a guess is kept


def test_a_model_that_knows_no_words_says_so(monkeypatch: pytest.MonkeyPatch, app_folder: Path) -> None:
    app = app_test()
    app.run()
    app.switch_page("viewer/learn/start/page.py").run()
    assert not app.exception
    assert len(app.radio) + len(app.warning) == 1
