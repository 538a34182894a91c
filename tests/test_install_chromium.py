"""A Chromium for the browser tests: which package is asked for, and what is said where there is none."""

import subprocess
from pathlib import Path

import pytest

SCRIPT = Path(__file__).parent / "install_chromium.sh"


def run(folder: Path, *programs: str, packages: tuple[str, ...] = ()) -> tuple[list[str], str]:
    """Run the script where there are only these programs and packages; returns what it asked for and said."""
    asked = folder / "asked"
    asked.touch()
    apt = f'[ "$1" = update ] && exit 0\nfor last; do :; done\necho "$last" >> {asked}\n'
    apt += "".join(f'[ "$last" = {package} ] && exit 0\n' for package in packages) + "exit 100"
    for name, body in {"apt-get": apt, "id": "echo 0", **dict.fromkeys(programs, "exit 0")}.items():
        program = folder / name
        program.write_text(f"#!/bin/sh\n{body}\n")
        program.chmod(0o755)
    done = subprocess.run(
        ["/bin/sh", SCRIPT], env={"PATH": str(folder)}, capture_output=True, text=True, check=True, timeout=30
    )
    return asked.read_text().split(), done.stdout


def test_the_one_without_windows_is_asked_for_first(tmp_path: Path) -> None:
    asked, _ = run(tmp_path, packages=("chromium-headless-shell", "chromium"))
    assert asked == ["chromium-headless-shell"]


def test_where_it_is_not_packed_by_itself_the_whole_one_will_do(tmp_path: Path) -> None:
    asked, said = run(tmp_path, packages=("chromium",))
    assert asked == ["chromium-headless-shell", "chromium"]
    assert "missing" not in said


def test_without_either_it_says_what_is_skipped(tmp_path: Path) -> None:
    _, said = run(tmp_path)
    assert "the browser tests will be skipped" in said


@pytest.mark.parametrize("name", ["chromium-headless-shell", "chromium", "google-chrome"])
def test_what_is_there_serves(tmp_path: Path, name: str) -> None:
    assert run(tmp_path, name) == ([], "")
