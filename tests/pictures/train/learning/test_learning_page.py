"""Learning, without a browser: what stands there when its files are not."""

from pathlib import Path

import pytest
from app_tests import open_page

from viewer.pictures.train.learning import rates, run


def forget() -> None:
    for cached in (run.load_shipped, run.shipped, rates.shipped):
        cached.clear()


def test_a_missing_run_is_one_sentence(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    forget()
    monkeypatch.setattr(run, "SHIPPED_RUN", tmp_path / "gone.safetensors")
    app = open_page("learning")
    forget()
    assert not app.exception
    assert len(app.warning) == 1
    assert "gone" in app.warning[0].value
