"""`make run` where things fail: half a virtual environment, no network. A stand-in takes the place of Python."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest
from places import ROOT

# Writes down what it is asked for. It makes a virtual environment whose Python is again a stand-in; while there is a
# file `broken` that has no pip, and making it fails, as on a Debian without python3-venv. While there is a file
# `offline`, nothing can be installed.
STAND_IN = """#!/bin/sh
echo "$*" >> calls
case "$*" in
"-m venv .venv")
    mkdir -p .venv/bin
    cp "$0" .venv/bin/python
    if test -e broken; then exit 1; fi
    touch .venv/pip ;;
"-m pip --version") test -e .venv/pip ;;
"-m pip install"*) test -e .venv/pip && test ! -e offline ;;
esac
"""


@pytest.fixture
def place(tmp_path: Path) -> Path:
    if shutil.which("make") is None:
        pytest.skip("make is missing")
    for name in ("Makefile", "pyproject.toml", "setup.py", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path / name)
    stand_in = tmp_path / "python"
    stand_in.write_text(STAND_IN, encoding="utf-8")
    stand_in.chmod(0o755)
    return tmp_path


def run(place: Path) -> tuple[int, list[str], str]:
    """`make run`: its status, what Python was asked for, and what was complained of."""
    (place / "calls").write_text("", encoding="utf-8")
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    done = subprocess.run(
        ["make", "run", "PYTHON=./python"], cwd=place, env=environment, capture_output=True, text=True, timeout=60
    )
    return done.returncode, (place / "calls").read_text(encoding="utf-8").splitlines(), done.stderr


def served(calls: list[str]) -> bool:
    return any("streamlit run app.py" in call for call in calls)


def installed(calls: list[str]) -> bool:
    return any("pip install" in call for call in calls)


def test_a_virtual_environment_that_was_made_by_half_is_made_again(place: Path) -> None:
    (place / "broken").touch()
    status, calls, _ = run(place)
    assert (status != 0, served(calls), (place / ".venv" / "bin" / "python").exists()) == (True, False, True)
    (place / "broken").unlink()
    status, calls, _ = run(place)
    assert (status, "-m venv .venv" in calls, installed(calls), served(calls)) == (0, True, True, True)


def test_what_is_installed_is_not_installed_again(place: Path) -> None:
    assert run(place)[0] == 0
    status, calls, complaints = run(place)
    assert (status, installed(calls), served(calls), complaints) == (0, False, True, "")


def test_without_a_network_the_first_time_it_does_not_start(place: Path) -> None:
    (place / "offline").touch()
    status, calls, _ = run(place)
    assert (status != 0, served(calls)) == (True, False)
    (place / "offline").unlink()
    status, calls, _ = run(place)  # and what is missing is fetched as soon as it can be
    assert (status, installed(calls), served(calls)) == (0, True, True)


def test_without_a_network_later_it_starts_with_what_is_there(place: Path) -> None:
    assert run(place)[0] == 0
    (place / "offline").touch()
    made = (place / ".venv" / ".installed").stat().st_mtime
    os.utime(place / "pyproject.toml", (made + 10, made + 10))  # as after fetching a new version
    status, calls, complaints = run(place)
    assert (status, served(calls)) == (0, True)
    assert "starts with what was installed before" in complaints


def test_a_virtual_environment_from_before_is_taken_as_it_is(place: Path) -> None:
    assert run(place)[0] == 0
    (place / ".venv" / ".made").unlink()
    status, calls, _ = run(place)
    assert (status, "-m venv .venv" in calls, installed(calls), served(calls)) == (0, False, False, True)
