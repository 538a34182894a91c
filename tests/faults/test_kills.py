"""Whenever a build is killed, the same command ends it, to the same weights, and nothing half-written remains."""

import multiprocessing
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import Phase, example, given, settings
from hypothesis import strategies as st
from tiny_recipe import write_recipe

from transformer.__main__ import main
from transformer.model.folder import WEIGHTS_FILE

pytestmark = pytest.mark.slow

_context = multiprocessing.get_context("forkserver")
_context.set_forkserver_preload(["torch", "torch._dynamo", "pandas", "tokenizers", "transformer.commands.build"])


def build(recipe: Path, out: Path) -> None:
    """In a process of its own, which says nothing."""
    silence = os.open(os.devnull, os.O_RDWR)
    for descriptor in (1, 2):
        os.dup2(silence, descriptor)
    sys.exit(main(["build", str(recipe), "--out", str(out), "--threads", "1"]))


def process(recipe: Path, out: Path) -> multiprocessing.context.ForkServerProcess:
    started = _context.Process(target=build, args=(recipe, out), daemon=True)
    started.start()
    return started


def assert_builds(recipe: Path, out: Path) -> tuple[bytes, set[Path]]:
    """The weights of a build that nobody kills, and its files."""
    last = process(recipe, out)
    last.join()
    assert last.exitcode == 0
    files = {path.relative_to(out) for path in out.rglob("*") if path.is_file()}
    return (out / "model" / WEIGHTS_FILE).read_bytes(), files


@pytest.fixture(scope="module")
def recipe(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return write_recipe(tmp_path_factory.mktemp("recipe"))


@pytest.fixture(scope="module")
def whole(recipe: Path) -> tuple[bytes, set[Path]]:
    return assert_builds(recipe, recipe.parent / "whole")


@settings(  # each example builds a model: in the usual run the one that is named is enough
    max_examples=max(1, settings().max_examples // 100),
    phases=tuple(Phase) if settings().max_examples >= 100 else (Phase.explicit,),
)
@given(moments=st.lists(st.floats(0, 2), min_size=2, max_size=5))
@example(moments=[0.5, 1])
def test_a_build_may_be_killed_at_any_moment(recipe: Path, whole: object, moments: list[float]) -> None:
    with TemporaryDirectory() as folder:
        for moment in moments:
            killed = process(recipe, Path(folder) / "killed")
            killed.join(moment)
            killed.kill()
            killed.join()
        assert assert_builds(recipe, Path(folder) / "killed") == whole
