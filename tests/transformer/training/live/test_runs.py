"""The runs of one server: how many there may be, what they leave (their models), and their processes."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from unittest.mock import Mock

import pytest
from places import ROOT
from serving import until
from standing_run import SMALL, StandingRun, standing_runs
from tiny import PAIRS, write_tsv

import transformer
from transformer.corpora import Pair
from transformer.errors import TrainingError
from transformer.training.live import runs as module
from transformer.training.live.report import RunState
from transformer.training.live.runs import (
    CHANGE_SECONDS,
    MODELS_VARIABLE,
    RESULT_SECONDS,
    UNWATCHED_SECONDS,
    LiveRuns,
    Run,
)
from transformer.training.live.settings import TrainingSettings
from transformer.workspace import PREFIX

SETTINGS = TrainingSettings(**SMALL)


@pytest.fixture(autouse=True)
def temporary(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """The folder for temporary files."""
    folder = tmp_path / "temporary"
    folder.mkdir()
    monkeypatch.setattr(tempfile, "tempdir", str(folder))
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)
    return folder


@pytest.fixture
def runs() -> Iterator[LiveRuns]:
    made = standing_runs()
    yield made
    made.close()


def find_run(runs: LiveRuns, name: str) -> StandingRun:
    run = runs.find(name)
    assert isinstance(run, StandingRun)
    return run


def test_two_at_once_and_the_others_wait(runs: LiveRuns, tiny_folder: Path, monkeypatch) -> None:
    assert runs.estimate_wait() == (0, 0)
    one, other, third, fourth = (runs.start(SETTINGS).name for _ in range(4))
    assert len({one, other, third, fourth}) == 4
    states = [find_run(runs, each).report().state for each in (one, other, third, fourth)]
    assert states == [RunState.RUNNING] * 2 + [RunState.WAITING] * 2
    turn = SETTINGS.minutes + CHANGE_SECONDS / 60  # both begin together, and no step is done
    assert [runs.estimate_wait(each) for each in (third, fourth)] == [(0, turn), (1, turn)]
    assert runs.estimate_wait() == (2, 2 * turn)
    find_run(runs, one).finish(tiny_folder)
    assert runs.find("guessed") is None  # whoever asks, the queue goes on
    assert find_run(runs, third).report().state == RunState.RUNNING
    runs.reset(other)
    assert find_run(runs, fourth).report().state == RunState.RUNNING
    monkeypatch.setattr(module, "MOST_WAITING", 1)
    runs.start(SETTINGS)
    with pytest.raises(TrainingError, match="wait already"):
        runs.start(SETTINGS)


def test_a_run_that_waits_can_leave_the_queue(tmp_path: Path) -> None:
    run = Run(SETTINGS, tmp_path / "fresh-1")
    run.order("pause")
    assert run.report().state == RunState.WAITING
    run.order("stop")
    assert (run.report().state, run.report().saved) == (RunState.STOPPED, False)
    run.end()


def test_one_process_is_ready_until_nobody_comes(runs: LiveRuns) -> None:
    for _ in range(3):
        runs.make_ready("everyday")
    runs.start(SETTINGS)
    opened = runs._open
    assert isinstance(opened, Mock)
    assert opened.call_count == 1
    runs.make_ready("everyday")
    runs._asked -= UNWATCHED_SECONDS + 1
    runs.find("")
    assert opened.return_value.end.call_count == 1


def test_own_pairs_go_with_their_run(runs: LiveRuns) -> None:
    settings = replace(SETTINGS, own=True)
    run = runs.start(settings, own=[Pair("a", "b")])
    assert Path(run.settings.mixture).read_text() == "a\tb\n"


def test_a_visitor_has_one_run_and_its_model_stays(runs: LiveRuns, tiny_folder: Path) -> None:
    first = runs.start(SETTINGS).name
    with pytest.raises(TrainingError, match="You already have a run"):
        runs.start(SETTINGS, first)
    run = find_run(runs, first)
    run.finish(tiny_folder)
    second = runs.start(SETTINGS, first).name
    assert run.ended
    assert runs.find(first) is None
    assert list(runs.models()) == [first]
    transformer.load(runs.models()[first])
    assert second.startswith("fresh-2-")


def test_runs_that_nobody_looks_at_are_ended(runs: LiveRuns, tiny_folder: Path) -> None:
    first, second = (runs.start(SETTINGS).name for _ in range(2))
    unseen, finished = find_run(runs, first), find_run(runs, second)
    finished.finish(tiny_folder)
    unseen.seen -= UNWATCHED_SECONDS + 1
    finished.seen -= UNWATCHED_SECONDS + 1
    runs.start(SETTINGS)
    assert (unseen.ended, finished.ended) == (True, False)
    finished.seen -= RESULT_SECONDS
    assert runs.find("another") is None
    assert finished.ended
    assert list(runs.models()) == [second]


def test_nothing_is_left_when_the_server_ends(temporary: Path, tiny_folder: Path) -> None:
    runs = standing_runs()
    one, other = (find_run(runs, runs.start(SETTINGS).name) for _ in range(2))
    one.finish(tiny_folder)
    runs.close()
    assert one.ended
    assert other.ended
    assert list(temporary.iterdir()) == []


def test_models_in_a_folder_of_their_own_outlive_the_server(tmp_path, tiny_folder, monkeypatch) -> None:
    home = tmp_path / "home"
    monkeypatch.setenv(MODELS_VARIABLE, str(home))
    monkeypatch.setattr(module, "MOST_MODELS", 2)
    shutil.copytree(tiny_folder, home / "ours")
    for name in ("en-fr", ".hidden", "odd name"):  # a shipped model's name, and odd ones
        shutil.copytree(tiny_folder, home / name)
    (home / "unfinished").mkdir()
    names = []
    for day in range(3):
        runs = standing_runs()
        names.append(runs.start(SETTINGS).name)
        find_run(runs, names[-1]).finish(tiny_folder)
        os.utime(home / names[-1], (day, day))
        runs.close()
    assert list(LiveRuns().models()) == ["ours", *names[1:]]  # the oldest of the visitors' went


@pytest.fixture
def processes(monkeypatch: pytest.MonkeyPatch) -> Iterator[LiveRuns]:
    monkeypatch.setenv("GLASSFORMER_TRAINING_NICENESS", "0")
    made = LiveRuns()
    yield made
    made.close()


@pytest.fixture
def endless(tmp_path: Path) -> TrainingSettings:
    return TrainingSettings(**SMALL, minutes=10, mixture=write_tsv(tmp_path / "pairs.tsv", PAIRS * 3))


@pytest.mark.slow
def test_a_process_trains_is_paused_stopped_and_leaves_its_model(processes, endless, tmp_path, monkeypatch) -> None:
    (tmp_path / "transformer.py").write_text("raise SystemExit('another project')")
    monkeypatch.chdir(tmp_path)  # the app may be served from any folder
    run = processes.start(endless)
    assert run.report().state == RunState.PREPARING
    until(lambda: len(run.report().steps) > 3)
    run.order("pause")
    until(lambda: run.report().state == RunState.PAUSED)
    before = len(run.report().steps)
    run.order("resume")
    until(lambda: len(run.report().steps) > before + 3)
    run.order("pause")
    until(lambda: run.report().state == RunState.PAUSED)
    run.order("stop")  # out of a pause too
    until(lambda: not run.report().state.active)
    assert run.process
    assert run.process.popen.wait(60) == 0
    report = run.report()
    assert (report.state, report.saved) == (RunState.STOPPED, True)
    assert [each.step for each in report.steps] == list(range(1, len(report.steps) + 1))
    # Its model is the one that was looked at last.
    model = transformer.load(processes.models()[run.name])
    score = model.score(SMALL["sentence"], SMALL["reference"])
    found = score.hypothesis.log_probabilities
    assert -sum(found) / len(found) == pytest.approx(report.snapshots[-1].loss, abs=0.03)


@pytest.mark.slow
def test_a_process_that_dies_is_reported_in_a_sentence(processes: LiveRuns, endless: TrainingSettings) -> None:
    run = processes.start(endless)
    assert run.process
    os.kill(run.process.popen.pid, signal.SIGKILL)
    run.process.popen.wait(60)
    assert run.report().state == RunState.FAILED
    assert "ended unexpectedly" in run.report().sentence
    run.order("stop")  # too late, and no error
    processes.reset(run.name)
    assert run.report().state == RunState.FAILED  # for another tab that has it still


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="needs /proc")
def test_a_run_ends_with_a_server_that_is_killed_and_the_next_one_clears_up(endless, temporary) -> None:
    script = (
        "import time; from transformer.training.live.runs import LiveRuns; "
        "from transformer.training.live.settings import TrainingSettings; "
        f"runs = LiveRuns(); run = runs.start({endless!r}); "
        "print(run.process.popen.pid, flush=True); time.sleep(600)"
    )
    environment = {**os.environ, "TMPDIR": str(temporary)}
    command = [sys.executable, "-c", script]
    with subprocess.Popen(command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout
        child = int(server.stdout.readline())
        until(lambda: os.getpriority(os.PRIO_PROCESS, child) == 19)  # the pages go first
        server.kill()
    until(lambda: not alive(child))
    assert list(temporary.glob(f"{PREFIX}*")) != []
    LiveRuns()
    assert list(temporary.glob(f"{PREFIX}*")) == []


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"
