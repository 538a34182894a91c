"""Where the files are that come with an installed wheel."""

from pathlib import Path

from transformer.assets import INSTALLED, home_beside


def test_installed_they_have_a_folder_of_their_own_whatever_else_is_called_assets(tmp_path: Path) -> None:
    for name in ("assets", INSTALLED):
        (tmp_path / name).mkdir()
    assert home_beside(tmp_path) == tmp_path / INSTALLED
