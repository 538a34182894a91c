"""A run in a process of its own, from its start to its end, and in the grip of whoever started it."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from places import ROOT
from stand_in import SMALL
from tiny import PAIRS, write_tsv

import transformer
from transformer.training.live.job import TrainingJob
from transformer.training.live.jobs import TrainingJobs
from transformer.training.live.kept_models import MODELS_VARIABLE
from transformer.training.live.report import JobState
from transformer.training.live.settings import TrainingSettings

pytestmark = pytest.mark.slow  # every test here starts a training

LONG = 120.0


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv", PAIRS * 3)


@pytest.fixture
def jobs(monkeypatch: pytest.MonkeyPatch) -> Iterator[TrainingJobs]:
    monkeypatch.setenv("GLASSFORMER_TRAINING_THREADS", "1")
    monkeypatch.setenv("GLASSFORMER_TRAINING_NICENESS", "0")
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)
    made = TrainingJobs(look_around=0.1)
    yield made
    made.close()


def until(true: Callable[[], object], seconds: float = LONG) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.02)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_run_lives_is_paused_stopped_kept_and_opened(
    jobs: TrainingJobs, corpus: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "transformer.py").write_text("raise SystemExit('another project')")
    monkeypatch.chdir(tmp_path)  # the app may be served from any folder
    jobs.start("anna", TrainingSettings(**SMALL, minutes=10, mixture=corpus))
    job = jobs.find("anna")
    assert job is not None
    assert job.state == JobState.PREPARING
    until(lambda: len(job.report().steps) > 3)
    assert job.state == JobState.RUNNING

    job.pause()
    until(lambda: job.state == JobState.PAUSED)
    before = len(job.report().steps)
    time.sleep(0.2)
    assert len(job.report().steps) == before
    job.resume()
    until(lambda: len(job.report().steps) > before + 3)

    job.pause()
    until(lambda: job.state == JobState.PAUSED)
    job.stop()  # out of a pause too
    assert job.wait(LONG) == JobState.STOPPED
    assert job.process.wait(LONG) == 0

    report = job.report()
    assert report.saved
    assert [each.step for each in report.steps] == list(range(1, len(report.steps) + 1))
    name = jobs.keep("anna")
    model = transformer.load(jobs.models.find(name).folder)
    assert model.card["training"]["steps"] == len(report.steps)
    # The model kept is the one that was looked at last.
    score = model.score(SMALL["sentence"], SMALL["reference"])
    losses = report.snapshots[-1].losses.tolist()
    assert [-value for value in score.hypothesis.log_probabilities] == pytest.approx(losses, abs=0.03)


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE") or not Path("/proc").exists(), reason="Linux has both")
def test_a_run_takes_what_others_leave_and_ends_when_whoever_started_it_is_killed(tmp_path: Path, corpus: str) -> None:
    script = (
        "import time; from pathlib import Path; from transformer.training.live.job import TrainingJob; "
        "from transformer.training.live.settings import TrainingSettings; "
        f"job = TrainingJob(TrainingSettings(minutes=10, layers=1, width=32, mixture={corpus!r}), "
        f"Path({str(tmp_path / 'run')!r}), Path({str(tmp_path)!r}), threads=1); "
        "print(job.process.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        until(lambda: os.sched_getscheduler(child) == os.SCHED_IDLE)
        parent.kill()
    until(lambda: not alive(child))
    assert not list(tmp_path.glob("*run*"))


def test_a_process_that_dies_is_told_in_a_sentence(tmp_path: Path, corpus: str) -> None:
    job = TrainingJob(TrainingSettings(**SMALL, minutes=10, mixture=corpus), tmp_path / "run", tmp_path, 1, 0)
    os.kill(job.process.pid, signal.SIGKILL)
    assert job.wait(LONG) == JobState.FAILED
    assert "ended unexpectedly" in job.report().sentence
    for order in (job.pause, job.resume, job.stop, job.end):
        order()  # too late, and no error
    assert not alive(job.process.pid)
