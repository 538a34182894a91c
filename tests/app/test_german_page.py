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
    picker = app.selectbox(key="model_picked")
    assert picker.value == "en-de"
    assert picker.options == ["English to French", "English to German"]
    picker.set_value("en-fr").run()
    assert app.selectbox(key=state.MODEL).value == app.selectbox(key="model_picked").value == "en-fr"
    assert facts(app)[-1]["code"] == "fr"
