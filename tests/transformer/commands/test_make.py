"""`make run` looks at its port before it installs or serves anything."""

import os
import shutil
import subprocess

import pytest
from places import ROOT

pytestmark = pytest.mark.skipif(shutil.which("make") is None, reason="make is not here")


def make(goal: str, port: str) -> subprocess.CompletedProcess[str]:
    environment = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}
    return subprocess.run(
        ["make", "--silent", goal],
        cwd=ROOT,
        env={**environment, "PORT": port},
        capture_output=True,
        text=True,
        timeout=60,
    )


@pytest.mark.parametrize("port", ["99999", "65536", "0", "-1", "", "http", "80 80", '8501"; echo', "1" * 30])
def test_a_port_that_is_none_is_told_in_one_sentence(port: str) -> None:
    done = make("run", port)
    assert done.returncode != 0
    told, *others = done.stderr.splitlines()
    assert told == "error: PORT must be a whole number from 1 to 65535, such as PORT=8501 make run."
    assert len(others) == 1  # make's own line: which goal failed
    assert done.stdout == ""


@pytest.mark.parametrize("port", ["1", "8501", "65535"])
def test_a_port_is_let_through(port: str) -> None:
    done = make("port", port)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
