"""The runs of one server: whose they are, how many there may be, and what is left behind (nothing)."""

import re
import shutil
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from stand_in import SMALL, StandInJob

import transformer
from transformer.errors import TrainingError
from transformer.live_training.jobs import MODELS_VARIABLE, TrainingJobs
from transformer.live_training.settings import TrainingSettings

SETTINGS = TrainingSettings(**SMALL)


@pytest.fixture(autouse=True)
def _no_folder_for_kept_models(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)


def made(**options: Any) -> TrainingJobs:
    return TrainingJobs(begin=StandInJob, **{"look_around": 0.02, **options})  # type: ignore[arg-type]


@pytest.fixture
def jobs() -> Iterator[TrainingJobs]:
    those = made()
    yield those
    those.close()


def found(jobs: TrainingJobs, visitor: str) -> StandInJob:
    job = jobs.find(visitor)
    assert isinstance(job, StandInJob)
    return job


def until(true: Callable[[], object], seconds: float = 60.0) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.01)


def test_one_run_for_each_visitor_and_two_for_the_server(jobs: TrainingJobs) -> None:
    jobs.start("anna", SETTINGS)
    with pytest.raises(TrainingError, match="You have a run already"):
        jobs.start("anna", SETTINGS)
    token = jobs.start("ben", SETTINGS)
    with pytest.raises(TrainingError, match="wait a few minutes"):
        jobs.start("clara", SETTINGS)
    # Who has the link sees the same run, and a foreign token opens nothing.
    assert jobs.find("clara", "guessed") is None
    assert jobs.find("clara", token) is jobs.find("ben")
    bens = found(jobs, "ben")
    jobs.reset("ben")
    assert bens.ended
    assert jobs.find("clara") is None
    jobs.start("clara", SETTINGS)
    both = [found(jobs, visitor) for visitor in ("anna", "clara")]
    jobs.close()
    assert all(job.ended for job in both)


def test_a_new_run_takes_the_place_of_one_that_is_over(jobs: TrainingJobs, tiny_folder: Path) -> None:
    first = jobs.start("anna", SETTINGS)
    over = found(jobs, "anna")
    over.finish(tiny_folder)
    assert jobs.start("anna", SETTINGS) != first
    assert over.ended
    assert not over.folder.exists()


def test_only_what_was_learned_is_kept(jobs: TrainingJobs, tiny_folder: Path) -> None:
    with pytest.raises(TrainingError, match="nothing to keep yet"):
        jobs.keep("anna")
    jobs.start("anna", SETTINGS)
    with pytest.raises(TrainingError, match="nothing to keep yet"):
        jobs.keep("anna")
    found(jobs, "anna").stop_before_learning()
    with pytest.raises(TrainingError, match="before it had learned anything"):
        jobs.keep("anna")
    jobs.reset("anna")
    jobs.start("anna", SETTINGS)
    found(jobs, "anna").finish(tiny_folder)
    name = jobs.keep("anna")
    assert jobs.keep("anna") == name == jobs.kept_as("anna")
    transformer.load(jobs.kept()[name])
    jobs.reset("anna")
    assert jobs.find("anna") is None
    assert name in jobs.kept()


def test_a_run_whose_visitor_has_left_is_ended_and_removed(tiny_folder: Path) -> None:
    there = {"anna"}
    jobs = made(present=lambda visitor: visitor in there, away=0.1, waits=0.1)
    try:
        jobs.start("anna", SETTINGS)
        job = found(jobs, "anna")
        job.finish(tiny_folder)
        time.sleep(0.4)
        assert jobs.token("anna")  # still there: nothing happens, though nobody asks
        there.clear()
        until(lambda: not jobs.token("anna"))
        until(lambda: job.ended)
        until(lambda: not list(job.folder.parent.glob(f"*{job.folder.name}*")))
    finally:
        jobs.close()


def test_kept_models_outlive_the_server_where_a_folder_is_given(
    tmp_path: Path, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "kept"
    monkeypatch.setenv(MODELS_VARIABLE, str(home))
    # What is no whole model is not offered, and its name not taken.
    (home / "fresh-1").mkdir(parents=True)
    (home / "fresh-1" / "config.json").write_text("{}")
    jobs = made()
    jobs.start("anna", SETTINGS)
    job = found(jobs, "anna")
    job.finish(tiny_folder)
    name = jobs.keep("anna")
    assert re.fullmatch(r"fresh-2-[0-9a-f]{6}", name)
    jobs.close()
    assert not job.folder.parent.exists()
    assert made().kept() == {name: home / name}
    # A folder with an odd name is not offered either.
    (home / name).rename(home / ".. 2")
    assert made().kept() == {}


def test_models_that_two_servers_keep_have_different_names(tiny_folder: Path) -> None:
    names = []
    for _ in range(2):
        server = made()
        server.start("anna", SETTINGS)
        found(server, "anna").finish(tiny_folder)
        names.append(server.keep("anna"))
        server.close()
    assert len(set(names)) == 2
    assert all(name.startswith("fresh-1-") for name in names)


def test_a_server_keeps_so_many_models_and_no_more(
    tmp_path: Path, tiny_folder: Path, monkeypatch: pytest.MonkeyPatch, jobs: TrainingJobs
) -> None:
    monkeypatch.setenv(MODELS_VARIABLE, str(tmp_path))
    for number in range(12):
        shutil.copytree(tiny_folder, tmp_path / f"mine-{number}")
    jobs.start("anna", SETTINGS)
    found(jobs, "anna").finish(tiny_folder)
    with pytest.raises(TrainingError, match="keeps 12 models at most"):
        jobs.keep("anna")
