"""The pages with the shipped model that writes German: nothing on them speaks of French."""

import pytest
from app_tests import facts, open_page
from streamlit.testing.v1 import AppTest

from viewer.app import state

pytestmark = pytest.mark.slow


@pytest.fixture(autouse=True)
def _shipped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("GLASSFORMER_MODEL", raising=False)


def open_german(page: str = "translate") -> AppTest:
    return open_page(page, model="en-de", sentence="A man is riding a bicycle.")


def test_the_picker_offers_both_languages() -> None:
    app = open_german()
    assert not app.exception
    picker = app.selectbox(key="model_picked")
    assert picker.value == "en-de"
    assert picker.options == ["English to French", "English to German"]
    picker.set_value("en-fr").run()
    assert app.selectbox(key=state.MODEL).value == app.selectbox(key="model_picked").value == "en-fr"
    assert facts(app)[-1]["language"]["code"] == "fr"


def test_chapters_name_the_language() -> None:
    for page in ("embedding", "heads"):
        app = open_german(page)
        assert not app.exception
        assert facts(app)[-1]["frame"]["language"] == "German"
        assert "Mann" in facts(app)[-1]["frame"]["translation"]


def test_prefix_and_own_translation_are_asked_for_in_german() -> None:
    app = open_german("steps")
    assert not app.exception
    placeholders = [field.placeholder for field in app.text_input]
    assert any("German" in each for each in placeholders)
    assert not any("French" in each for each in placeholders)
    assert facts(app)[-1]["language"] == "de"


def test_no_french_alignment_is_offered() -> None:
    app = open_german("alignment")
    assert not app.exception
    assert facts(app)[-1]["language"] == "German"
    assert not [button for button in app.button if str(button.key).startswith("aligned_")]
