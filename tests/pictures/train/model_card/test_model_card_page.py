"""The Model card page, without a browser."""

import shutil
from pathlib import Path

import pytest
from app_tests import facts, open_page

from viewer.app import shell


def test_the_card_shows_the_sizes_of_the_model_that_runs(app_folder: Path) -> None:
    from transformer import load

    app = open_page("model_card")
    config = load(app_folder).model.config
    shown = dict(row for each in facts(app) if "headings" in each for row in each["rows"] if len(row) == 2)
    assert shown["Layers"] == f"{config.encoder_layers} + {config.decoder_layers}"
    assert shown["Vocabulary (V)"] == f"{config.vocabulary_size:,}"


@pytest.mark.slow
@pytest.mark.parametrize("page", ["model_card", "laboratory"])
def test_a_models_name_is_text(monkeypatch: pytest.MonkeyPatch, app_folder: Path, tmp_path: Path, page: str) -> None:
    """What `plain` makes of it is drawn as it is written: tests/app/test_markup_browser.py."""
    name = "*zqa* :red[zqe] $zqg$ www.zqj.org"
    monkeypatch.setenv("GLASSFORMER_MODEL", str(shutil.copytree(app_folder, tmp_path / name)))
    app = open_page(page, model="zq")
    texts = [each.value for kind in ("markdown", "caption", "warning") for each in app.get(kind)]
    told = [each for each in texts if "zqa" in each]
    assert told
    assert [each for each in told if "zqa" in each.replace(shell.plain(name), "")] == []
