"""Every page about one sentence opens alike: it asks for a sentence, and what goes wrong is one sentence."""

from types import SimpleNamespace

import pytest
from app_tests import open_page, problems

PAGES = ("steps", "search", "alignment", "laboratory", "head_ablation", "why")

pytestmark = pytest.mark.slow


@pytest.mark.parametrize("page", PAGES)
def test_without_a_sentence_there_is_one_sentence(page: str) -> None:
    app = open_page(page, sentence=" ")
    assert "Type an English sentence" in app.info[0].value


@pytest.mark.parametrize("page", [*PAGES, "translate", "model_card"])
def test_without_a_model_there_is_one_sentence(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLASSFORMER_MODEL", "/nowhere/no_such_model")
    (told,) = problems(open_page(page))
    assert "no_such_model" in told


def test_where_nothing_is_translated_nothing_is_aligned(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing = SimpleNamespace(text="")
    monkeypatch.setattr("viewer.pictures.watch.alignment.alignment.force_or_translate", lambda name, sentence: nothing)
    app = open_page("alignment", sentence="?")
    assert "no words to align" in app.info[0].value
