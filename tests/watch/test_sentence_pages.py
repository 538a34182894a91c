"""Every page about one sentence opens alike: it asks for a sentence, and what goes wrong is one sentence."""

import pytest
from app_tests import open_page

PAGES = ("steps", "search", "alignment", "laboratory", "head_ablation", "why")


@pytest.mark.slow
@pytest.mark.parametrize("page", PAGES)
def test_without_a_sentence_or_a_model_there_is_one_sentence(page: str, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = open_page(page, sentence=" ")
    assert not empty.exception
    assert "Type an English sentence" in empty.info[0].value
    monkeypatch.setenv("GLASSFORMER_MODEL", "/nowhere/gone")
    gone = open_page(page)
    assert not gone.exception
    assert ["gone" in each.value for each in gone.warning] == [True]
