"""One after another without a browser: any sentence, models that are not there or of another kind."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from app_tests import app_test
from streamlit.testing.v1 import AppTest

from viewer.widgets.payload import unpacked

LONG = pytest.param("The cat drinks water and " * 60, marks=pytest.mark.slow)


def open_page(sentence: str) -> AppTest:
    app = app_test()
    app.query_params["sentence"] = sentence
    return app.run().switch_page("viewer/before/one_after_another/page.py").run()


def facts(app: AppTest) -> list[dict[str, Any]]:
    protos = [each.proto for each in app.get("bidi_component")]
    sent = [each.bytes or (each.mixed.arrow_blobs[0] if each.mixed.arrow_blobs else b"") for each in protos]
    return [dict(unpacked(each).facts) for each in sent if each]


def problems(app: AppTest) -> list[str]:
    assert not app.exception
    return [each.value.replace("\\", "") for each in app.warning]


@pytest.mark.parametrize("sentence", ["", "你好 🙂", "</s><pad>", LONG])
def test_any_sentence_is_read_or_asked_for(comparison_models: Path, sentence: str) -> None:
    app = open_page("The dog eats bread.")
    app.text_input(key="sentence").set_value(sentence).run()
    assert problems(app) == []
    assert bool(app.info) == (sentence == "")
    assert any("gradients have not been measured" in each.value for each in app.caption)


def test_the_table_has_the_sentences_numbers(comparison_models: Path) -> None:
    told = facts(open_page("The dog eats bread."))
    (picture,) = [each for each in told if "layers" in each]
    (table,) = [each for each in told if "longest path" in each.get("headings", [])]
    assert table["rows"][1][2] == f"O(n) = {len(picture['source'])}"


@pytest.mark.parametrize("taken", ["en-fr-gru", "en-fr-bahdanau", "en-fr-same-time"])
def test_a_missing_or_foreign_model_is_one_sentence(
    comparison_folder: Path, comparison_models: Path, taken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "before"
    shutil.copytree(comparison_folder, folder)
    monkeypatch.setattr("transformer.model.folder.COMPARISON_MODELS", folder)
    shutil.rmtree(folder / taken)
    (told,) = problems(open_page("The dog eats bread."))
    assert f"{taken} is not here" in told
    other = {"en-fr-gru": "en-fr-bahdanau"}.get(taken, "en-fr-gru")
    shutil.copytree(folder / other, folder / taken)
    (told,) = problems(open_page("The dog eats bread."))
    assert "another kind of model" in told
