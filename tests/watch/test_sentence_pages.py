"""Every page about one sentence opens alike: it asks for a sentence, and what goes wrong is one sentence."""

import pytest
from app_tests import app_test
from streamlit.testing.v1 import AppTest

from viewer.app.pages import page_file

PAGES = ("steps", "search", "alignment", "laboratory", "head_ablation", "why")


def open_page(page: str, **address: str) -> AppTest:
    app = app_test()
    for name, value in address.items():
        app.query_params[name] = value
    app.run()
    return app.switch_page(str(page_file(page))).run()


@pytest.mark.parametrize("page", PAGES)
def test_without_a_sentence_or_a_model_there_is_one_sentence(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = open_page(page, sentence=" ")
    assert not empty.exception
    assert "Type an English sentence" in empty.info[0].value
    monkeypatch.setenv("GLASSFORMER_MODEL", "/nowhere/gone")
    gone = open_page(page)
    assert not gone.exception
    assert ["gone" in each.value for each in gone.warning] == [True]
