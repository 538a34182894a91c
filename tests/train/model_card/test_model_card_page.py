"""The Model card page, without a browser."""

from pathlib import Path

import pytest
from app_tests import open_page


def test_the_card_shows_the_sizes_of_the_model_that_runs(app_folder: Path) -> None:
    from transformer import load

    app = open_page("model_card")
    assert not app.exception
    config = load(app_folder).model.config
    shown = {metric.label: metric.value for metric in app.metric}
    assert shown["Layers"] == f"{config.encoder_layers} + {config.decoder_layers}"
    assert shown["Vocabulary (V)"] == f"{config.vocabulary_size:,}"


def test_an_unmeasured_model_says_so() -> None:
    app = open_page("model_card")
    assert any("Not measured yet" in caption.value for caption in app.caption)


def test_a_missing_model_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("GLASSFORMER_MODEL", str(tmp_path / "gone"))
    app = open_page("model_card")
    assert not app.exception
    assert len(app.warning) == 1
