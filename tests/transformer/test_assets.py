"""Where the files are that come with the code: in a checkout, and in an installed wheel."""

from pathlib import Path

from places import ROOT

from transformer.assets import HOME, INSTALLED, asset, home_beside


def test_in_a_checkout_they_stand_beside_the_packages(tmp_path: Path) -> None:
    assert ROOT == HOME
    assert asset("models", "en-fr") == ROOT / "assets" / "models" / "en-fr"
    assert home_beside(tmp_path) == tmp_path


def test_installed_they_have_a_folder_of_their_own_whatever_else_is_called_assets(tmp_path: Path) -> None:
    for name in ("assets", INSTALLED):
        (tmp_path / name).mkdir()
    assert home_beside(tmp_path) == tmp_path / INSTALLED


def test_the_build_and_the_library_mean_the_same_folder() -> None:
    assert f'INSTALLED = "{INSTALLED}"' in (ROOT / "setup.py").read_text(encoding="utf-8")
