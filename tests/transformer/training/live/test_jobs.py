"""The runs of one server: whose they are, how many there may be, and what is left behind (nothing)."""

import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from stand_in import SMALL, StandInJob

import transformer
from transformer.errors import TrainingError
from transformer.training.live.jobs import TrainingJobs
from transformer.training.live.kept_models import MODELS_VARIABLE
from transformer.training.live.settings import TrainingSettings
from transformer.workspace import LOCK, PREFIX

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
    (kept,) = jobs.models.of("anna")
    assert kept.name == name
    transformer.load(kept.folder)
    jobs.reset("anna")
    assert jobs.find("anna") is None
    assert jobs.models.of("anna") == [kept]


def test_a_deleted_model_takes_its_run_along(jobs: TrainingJobs, tiny_folder: Path) -> None:
    jobs.start("anna", SETTINGS)
    found(jobs, "anna").finish(tiny_folder)
    name = jobs.keep("anna")
    with pytest.raises(TrainingError, match="You have kept no model called"):
        jobs.delete("ben", name)
    jobs.delete("anna", name)
    assert jobs.models.all() == []
    assert jobs.find("anna") is None


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


def test_a_run_that_nobody_looks_at_is_stopped_and_its_result_stays(
    tiny_folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = looks = 0

    def present(_: str) -> bool:
        nonlocal looks
        looks += 1
        return True

    def later(seconds: int) -> None:
        nonlocal now
        now, before = now + seconds, looks
        until(lambda: looks > before + 2)  # the first may have begun before

    clock = SimpleNamespace(monotonic=lambda: now, sleep=time.sleep)
    monkeypatch.setattr("transformer.training.live.jobs.time", clock)
    jobs = made(present=present, away=1, waits=1, unwatched=20)
    try:
        token = jobs.start("anna", SETTINGS)
        job = found(jobs, "anna")
        for _ in range(3):
            later(15)
            assert not job.stopped
            assert jobs.find("anna") is job  # it is looked at
        later(25)
        assert job.stopped
        job.finish(tiny_folder)
        later(1000)
        assert jobs.token("anna") == token
        assert jobs.keep("anna")
    finally:
        jobs.close()


def test_what_killed_servers_have_left_is_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    mine = made()
    mine.start("anna", SETTINGS)
    folder = found(mine, "anna").folder
    folder.mkdir()
    dead = tmp_path / f"{PREFIX}dead"
    (dead / "run-x").mkdir(parents=True)
    (dead / LOCK).touch()
    other = made()
    other.tidy()
    assert folder.exists()
    assert not dead.exists()
    mine.close()
    assert list(tmp_path.iterdir()) == []
