"""The bottleneck and Looking back without a browser: any sentence, and models that are not there."""

import shutil
from pathlib import Path
from typing import Any

import pytest
from app_tests import app_test
from streamlit.testing.v1 import AppTest

from viewer.app.pages import page_file
from viewer.widgets.payload import unpacked

PAGES = ("bottleneck", "looking_back")


def open_page(page: str, **address: str) -> AppTest:
    app = app_test()
    app.query_params["sentence"] = "The dog eats bread."
    app.run().switch_page(str(page_file(page)))
    for name, value in address.items():
        app.query_params[name] = value
    return app.run()


def facts(app: AppTest) -> list[dict[str, Any]]:
    sent = [each.proto.bytes or each.proto.mixed.arrow_blobs[0] for each in app.get("bidi_component") if _sent(each)]
    return [dict(unpacked(each).facts) for each in sent]


def _sent(component: Any) -> bool:
    return bool(component.proto.bytes or component.proto.mixed.arrow_blobs)


def problems(app: AppTest) -> list[str]:
    assert not app.exception
    return [each.value.replace("\\", "") for each in app.warning]


@pytest.mark.parametrize("page", PAGES)
@pytest.mark.parametrize("sentence", ["", "你好 🙂", "</s><pad>", "The cat drinks water and " * 60])
def test_any_sentence_is_shown_or_told_of(comparison_models: Path, page: str, sentence: str) -> None:
    app = open_page(page)
    app.text_input(key="sentence").set_value(sentence).run()
    told = problems(app)
    assert bool(app.info) == (sentence == "")
    assert all("There is no translation to score" in each for each in told)


def test_reading_backwards_is_another_model(comparison_models: Path) -> None:
    (forwards,) = [each for each in facts(open_page("bottleneck")) if "order" in each]
    (backwards,) = [each for each in facts(open_page("bottleneck", backwards="true")) if "order" in each]
    assert backwards["order"] == forwards["order"][::-1]
    assert backwards["translations"][0]["title"] == "Fixed vector, read backwards"


def test_what_was_not_measured_is_told_of(comparison_models: Path) -> None:
    app = open_page("bottleneck")
    assert any("has not been measured" in each.value for each in app.caption)


@pytest.mark.parametrize("page", PAGES)
def test_a_missing_or_damaged_model_is_one_sentence(
    comparison_folder: Path, page: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, comparison_models: Path
) -> None:
    folder = tmp_path / "before"
    monkeypatch.setattr("transformer.model.folder.COMPARISON_MODELS", folder)
    (told,) = problems(open_page(page))
    assert "is not here" in told
    shutil.copytree(comparison_folder, folder)
    for name in ("en-fr-gru", "en-fr-bahdanau"):
        (folder / name / "model.safetensors").write_bytes(b"no weights")
    (told,) = problems(open_page(page))
    assert "is truncated" in told


def test_the_player_of_bahdanaus_model_takes_forks(comparison_models: Path) -> None:
    (player,) = [each for each in facts(open_page("looking_back", roads="0.40")) if "path" in each]
    assert player["recurrent"]
    assert len(player["path"]) == 2


@pytest.mark.parametrize("page", PAGES)
def test_whoever_has_chosen_a_german_model_is_told_that_these_write_french(
    comparison_models: Path, page: str, tmp_path: Path, app_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    german = tmp_path / "german"
    shutil.copytree(app_folder, german)
    (german / "card.json").write_text('{"source_language": "en", "target_language": "de"}', encoding="utf-8")
    monkeypatch.setenv("GLASSFORMER_MODEL", str(german))
    app = open_page(page)
    assert not problems(app)
    assert any("writes German" in each.value for each in app.caption)
