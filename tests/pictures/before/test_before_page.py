"""The pages of the recurrent translators without a browser: any sentence, and models that are not there."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from app_tests import facts, open_page, problems
from streamlit.testing.v1 import AppTest

pytestmark = pytest.mark.slow

SENTENCE = "The dog eats bread."
PAGES = ("bottleneck", "looking_back", "one_after_another")


def payload_with(app: AppTest, key: str) -> dict[str, Any]:
    """The facts of the one component that was sent this key."""
    (found,) = [each for each in facts(app) if key in each]
    return found


@pytest.mark.parametrize("page", PAGES)
def test_any_sentence_is_shown_or_asked_for(comparison_models: Path, page: str) -> None:
    app = open_page(page, sentence=SENTENCE)
    for sentence in ("", "你好 🙂", "</s><pad>", "The cat drinks water and " * 60):
        app.text_input(key="sentence").set_value(sentence).run()
        told = problems(app)
        assert bool(app.info) == (sentence == "")
        assert all(page == "looking_back" and "There is no translation to score" in each for each in told)


def test_what_is_sent_follows_the_address_and_the_sentence(comparison_models: Path) -> None:
    forwards = payload_with(open_page("bottleneck", sentence=SENTENCE), "order")
    backwards = payload_with(open_page("bottleneck", sentence=SENTENCE, backwards="true"), "order")
    assert backwards["order"] == forwards["order"][::-1]
    assert backwards["steps"][0]["title"] == "Fixed vector, read backwards"
    waiting = open_page("one_after_another", sentence=SENTENCE)
    table, words = payload_with(waiting, "headings"), payload_with(waiting, "layers")["source"]
    assert table["rows"][1][2] == f"n = {len(words)}"


@pytest.mark.parametrize("page", PAGES)
def test_a_missing_damaged_or_foreign_model_is_one_sentence(
    comparison_folder: Path, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comparison_models: Path
) -> None:
    folder = tmp_path / "before"
    monkeypatch.setattr("transformer.model.folder.COMPARISON_MODELS", folder)
    (told,) = problems(open_page(page, sentence=SENTENCE))
    assert "missing" in told
    shutil.copytree(comparison_folder, folder)
    needed, other = {"looking_back": ("en-fr-bahdanau", "en-fr-gru")}.get(page, ("en-fr-gru", "en-fr-bahdanau"))
    (folder / needed / "model.safetensors").write_bytes(b"no weights")
    (told,) = problems(open_page(page, sentence=SENTENCE))
    assert "is truncated" in told
    shutil.rmtree(folder / needed)
    shutil.copytree(folder / other, folder / needed)
    (told,) = problems(open_page(page, sentence=SENTENCE))
    assert "wrong kind of model" in told


@pytest.mark.parametrize("page", PAGES)
def test_visitors_with_a_german_model_read_that_these_write_french(
    comparison_models: Path, page: str, tmp_path: Path, app_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = shutil.copytree(app_folder, tmp_path / "german")
    (german / "card.json").write_text('{"source_language": "en", "target_language": "de"}', encoding="utf-8")
    monkeypatch.setenv("GLASSFORMER_MODEL", str(german))
    app = open_page(page, sentence=SENTENCE)
    assert not problems(app)
    assert any("writes German" in each.value for each in app.caption)
