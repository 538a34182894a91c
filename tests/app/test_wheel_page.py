"""What `pip install .` leaves in a fresh environment: all that the project needs, tried from another folder."""

import asyncio
import os
import subprocess
import sys
import sysconfig
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

import pytest
from places import ROOT
from serving import PATIENCE, SILENCE, address_of, free_port
from shipped_models import shipped_model

from benchmarks.visitor import Visitor

pytestmark = pytest.mark.slow

SENTENCE = "I love you."
FOR_BUILDING = (".d.ts", ".c", ".h")  # read by what checks and compiles, and by nobody who runs it
# What a build needs of a checkout: linked, so that what the build leaves behind stays out of it.
NEEDED = (
    *("transformer", "viewer", "assets", ".streamlit"),
    *("glassformer_start.py", "app.py", "setup.py", "pyproject.toml", "README.md", "LICENSE"),
)


@pytest.fixture(scope="module")
def environment(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A fresh environment with the wheel in it; other people's packages are those of these tests."""
    for tool in ("pip", "setuptools"):
        if find_spec(tool) is None:
            pytest.skip(f"{tool} is not installed here, and nothing is fetched")
    project, fresh = tmp_path_factory.mktemp("project"), tmp_path_factory.mktemp("fresh") / "venv"
    for name in NEEDED:
        (project / name).symlink_to(ROOT / name)
    run_command(sys.executable, "-m", "venv", "--without-pip", fresh)
    (packages_of(fresh) / "others.pth").write_text(sysconfig.get_path("purelib"))
    pip = (sys.executable, "-m", "pip", "--python", fresh / "bin" / "python", "--disable-pip-version-check", "install")
    alone = ("--no-deps", "--no-build-isolation", "--no-index", "--no-cache-dir", "--no-compile")
    run_command(*pip, *alone, project)
    return fresh


def run_command(*command: object, folder: Path | None = None) -> str:
    """What a command prints; it has nothing of what these tests put into the environment."""
    own = {name: value for name, value in os.environ.items() if not name.startswith(("GLASSFORMER", "PYTHON"))}
    made = subprocess.run(
        [*map(str, command)], cwd=folder, env=own, capture_output=True, text=True, check=False, timeout=PATIENCE
    )
    assert made.returncode == 0, made.stderr
    return made.stdout


def packages_of(environment: Path) -> Path:
    return next(environment.glob("lib/python*/site-packages"))


def files_in(folder: Path, *left_out: str) -> set[str]:
    paths = (path.relative_to(folder) for path in folder.rglob("*") if path.is_file())
    return {path.as_posix() for path in paths if not {"__pycache__", *left_out} & set(path.parts)}


def test_all_that_ships_is_installed_under_no_common_name(environment: Path) -> None:
    installed = packages_of(environment)
    tops = {path.name for path in installed.iterdir() if path.is_dir() and path.suffix != ".dist-info"}
    assert tops - {"__pycache__"} == {"transformer", "viewer", "glassformer_app"}
    app = installed / "glassformer_app"
    for name in ("assets", ".streamlit"):
        assert files_in(app / name) == files_in(ROOT / name, "screenshots"), name
    assert (app / "app.py").read_bytes() == (ROOT / "app.py").read_bytes()
    for name in ("transformer", "viewer"):
        shipped = {path for path in files_in(ROOT / name) if not path.endswith(FOR_BUILDING)}
        assert files_in(installed / name) == shipped, name


def test_the_installed_command_translates_and_serves_the_app(environment: Path, tmp_path: Path) -> None:
    command, port = environment / "bin" / "glassformer", free_port()
    server = subprocess.Popen([str(command), "app", "--port", str(port)], cwd=tmp_path, **SILENCE)
    try:
        printed = run_command(command, "translate", SENTENCE, folder=tmp_path)
        assert printed.splitlines() == [shipped_model("en-fr").translate(SENTENCE).text]
        address = address_of(port, lambda: server.poll() is None)
        with ThreadPoolExecutor(1) as other:  # this thread may have a loop: that of an open browser
            trouble, size = other.submit(asyncio.run, visit(address)).result()
        assert trouble == ""
        assert size > 5_000  # the picture of the translation
    finally:
        server.terminate()
        server.wait(PATIENCE)


async def visit(address: str) -> tuple[str, int]:
    """What goes wrong for a visitor who opens the app and types a sentence, and how many bytes come."""
    async with Visitor(address) as visitor:
        first, second = await visitor.arrive(), await visitor.type(SENTENCE)
    return first.trouble + second.trouble, second.size
