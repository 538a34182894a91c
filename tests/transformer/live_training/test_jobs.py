"""A run in a process of its own: its life, its orders, its end, and what is left behind (nothing)."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tiny import PAIRS, write_tsv

import transformer
from transformer.errors import ConfigError, TrainingError
from transformer.live_training.job import JobState, TrainingJob
from transformer.live_training.jobs import MODELS_VARIABLE, TrainingJobs
from transformer.live_training.settings import LIMITS, TrainingSettings

ROOT = Path(__file__).resolve().parents[3]
SMALL = {
    "layers": 1,
    "width": 32,
    "heads": 2,
    "sentence": "The cat drinks water.",
    "reference": "Le chat boit de l'eau.",
}
LONG = 120.0


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv", PAIRS * 3)


@pytest.fixture(autouse=True)
def _quick(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GLASSFORMER_TRAINING_THREADS", "1")
    monkeypatch.setenv("GLASSFORMER_TRAINING_NICENESS", "0")
    monkeypatch.delenv(MODELS_VARIABLE, raising=False)


@pytest.fixture
def jobs() -> Iterator[TrainingJobs]:
    made = TrainingJobs(look_around=0.1)
    yield made
    made.close()


def until(true: Callable[[], object], seconds: float = LONG) -> None:
    end = time.monotonic() + seconds
    while not true():
        assert time.monotonic() < end, "waited in vain"
        time.sleep(0.05)


def alive(pid: int) -> bool:
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return state != "Z"


def test_a_run_lives_is_paused_stopped_kept_and_opened(jobs: TrainingJobs, corpus: str) -> None:
    jobs.start("anna", TrainingSettings(**SMALL, minutes=10, mixture=corpus))
    job = jobs.find("anna")
    assert job is not None
    assert job.state == JobState.PREPARING
    with pytest.raises(TrainingError, match="nothing to keep yet"):
        jobs.keep("anna")
    until(lambda: len(job.progress().updates) > 3)
    assert job.state == JobState.RUNNING

    job.pause()
    until(lambda: job.state == JobState.PAUSED)
    before = len(job.progress().updates)
    time.sleep(0.4)
    assert len(job.progress().updates) == before
    job.resume()
    until(lambda: len(job.progress().updates) > before + 3)

    job.pause()
    until(lambda: job.state == JobState.PAUSED)
    job.stop()  # out of a pause too
    assert job.wait(LONG) == JobState.STOPPED
    assert job.process.wait(10) == 0

    progress = job.progress()
    assert [each.step for each in progress.updates] == list(range(1, len(progress.updates) + 1))
    assert progress.updates[-1].smoothed < progress.updates[0].loss
    assert progress.updates[0].rate < progress.updates[3].rate  # a warm-up from the first step on
    assert progress.stocks
    first, last = progress.moments[0].look, progress.moments[-1].look
    assert progress.moments[0].step == 0
    assert (
        first.weights.shape
        == last.weights.shape
        == (1, 2, len(progress.facts["target"]) - 1, len(progress.facts["source"]))
    )
    assert last.weights.sum(axis=-1) == pytest.approx(1, abs=0.06)
    assert len(last.losses) == len(progress.facts["target"]) - 1

    name = jobs.keep("anna")
    assert jobs.keep("anna") == name == jobs.kept_as("anna")
    model = transformer.load(jobs.kept()[name])
    assert model.card["training"]["steps"] == len(progress.updates)
    # The model kept is the one that was looked at last.
    score = model.score(SMALL["sentence"], SMALL["reference"])
    assert [-value for value in score.hypothesis.log_probabilities] == pytest.approx(last.losses.tolist(), abs=0.03)

    jobs.reset("anna")
    assert jobs.find("anna") is None
    assert name in jobs.kept()


def test_a_run_ends_by_itself_when_its_time_is_over_and_its_rate_has_fallen(jobs: TrainingJobs, corpus: str) -> None:
    jobs.start("anna", TrainingSettings(**SMALL, minutes=0.06, mixture=corpus))
    job = jobs.find("anna")
    assert job is not None
    assert job.wait(LONG) == JobState.FINISHED
    progress = job.progress()
    assert progress.saved
    assert progress.updates[-1].rate < 0.5 * max(each.rate for each in progress.updates)
    names = sorted(path.name for path in job.folder.iterdir())
    assert names == ["card.json", "config.json", "model.safetensors", "tokenizer.json"]
    assert not [path for path in job.folder.parent.iterdir() if path.name.endswith(".unfinished")]


def test_one_run_for_each_visitor_and_two_for_the_server(jobs: TrainingJobs, corpus: str) -> None:
    settings = TrainingSettings(**SMALL, minutes=10, mixture=corpus)
    jobs.start("anna", settings)
    with pytest.raises(TrainingError, match="You have a run already"):
        jobs.start("anna", settings)
    token = jobs.start("ben", settings)
    with pytest.raises(TrainingError, match="wait a few minutes"):
        jobs.start("clara", settings)
    # Who has the link sees the same run, and a foreign token opens nothing.
    assert jobs.find("clara", "guessed") is None
    assert jobs.find("clara", token) is jobs.find("ben")
    jobs.reset("ben")
    assert jobs.find("clara") is None
    jobs.start("clara", settings)
    processes = [job.process.pid for each in ("anna", "clara") if (job := jobs.find(each))]
    jobs.close()
    assert len(processes) == 2
    assert not any(map(alive, processes))


def test_a_run_whose_visitor_has_left_is_ended_and_removed(corpus: str) -> None:
    there = {"anna"}
    jobs = TrainingJobs(lambda visitor: visitor in there, away=0.3, waits=0.3, look_around=0.1)
    try:
        jobs.start("anna", TrainingSettings(**SMALL, minutes=10, mixture=corpus))
        job = jobs.find("anna")
        assert job is not None
        time.sleep(1.0)
        assert jobs.token("anna")  # still there: nothing happens, though nobody asks
        there.clear()
        until(lambda: not jobs.token("anna"))
        until(lambda: not alive(job.process.pid))
        assert not list(job.folder.parent.glob(f"*{job.folder.name}*"))
    finally:
        jobs.close()


@pytest.mark.skipif(not Path("/proc").exists(), reason="reads /proc")
def test_a_run_ends_when_whoever_started_it_is_killed(tmp_path: Path, corpus: str) -> None:
    script = (
        "import sys, time; from pathlib import Path; from transformer.live_training.job import TrainingJob; "
        "from transformer.live_training.settings import TrainingSettings; "
        f"job = TrainingJob(TrainingSettings(minutes=10, layers=1, width=32, mixture={corpus!r}), "
        f"Path({str(tmp_path / 'run')!r}), Path({str(tmp_path)!r}), threads=1, niceness=0); "
        "print(job.process.pid, flush=True); time.sleep(600)"
    )
    with subprocess.Popen([sys.executable, "-c", script], cwd=ROOT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout
        child = int(parent.stdout.readline())
        assert alive(child)
        parent.kill()
    until(lambda: not alive(child))
    assert not list(tmp_path.glob("*run*"))


@pytest.mark.skipif(not hasattr(os, "SCHED_IDLE"), reason="Linux has it")
def test_a_run_takes_what_the_pages_leave_of_the_processor(tmp_path: Path, corpus: str) -> None:
    job = TrainingJob(TrainingSettings(**SMALL, mixture=corpus), tmp_path / "run", tmp_path, threads=1)
    until(lambda: job.progress().sentence != "Starting")
    assert os.sched_getscheduler(job.process.pid) == os.SCHED_IDLE
    job.end()


def test_a_run_may_not_last_for_ever(tmp_path: Path, corpus: str) -> None:
    settings = TrainingSettings(**SMALL, minutes=10, mixture=corpus)
    job = TrainingJob(settings, tmp_path / "run", tmp_path, threads=1, niceness=0, limit=0.1)
    assert job.wait(LONG) == JobState.STOPPED
    assert "20 minutes" in job.progress().sentence
    job.end()


def test_a_run_that_is_stopped_while_its_corpus_is_prepared_ends_at_once(tmp_path: Path) -> None:
    """The everyday corpus takes many seconds to be made, and nothing is lost by leaving off."""
    job = TrainingJob(TrainingSettings(**SMALL), tmp_path / "run", tmp_path, threads=1, niceness=0)
    until(lambda: "Reading the corpus" in job.progress().sentence)
    job.stop()
    assert job.wait(5) == JobState.STOPPED
    assert not job.progress().saved
    assert not job.progress().updates
    assert not list(tmp_path.iterdir())
    job.end()


def test_a_process_that_dies_is_told_in_a_sentence(tmp_path: Path, corpus: str) -> None:
    job = TrainingJob(TrainingSettings(**SMALL, minutes=10, mixture=corpus), tmp_path / "run", tmp_path, 1, 0)
    os.kill(job.process.pid, signal.SIGKILL)
    assert job.wait(LONG) == JobState.FAILED
    assert "ended unexpectedly" in job.progress().sentence
    for order in (job.pause, job.resume, job.stop, job.end):
        order()  # too late, and no error


def test_what_cannot_be_learned_from_is_a_sentence(tmp_path: Path) -> None:
    job = TrainingJob(TrainingSettings(**SMALL, minutes=10, mixture="nowhere.tsv"), tmp_path / "run", tmp_path, 1, 0)
    assert job.wait(LONG) == JobState.FAILED
    assert "nowhere.tsv" in job.progress().sentence
    job.end()


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        *[({name: top * 2}, f"{low:g} to {top:g}") for name, (low, top) in LIMITS.items()],
        *[({name: low - 1}, f"{low:g} to {top:g}") for name, (low, top) in LIMITS.items()],
        ({"layers": 1.5}, "whole number"),
        ({"layers": True}, "whole number"),
        ({"peak": float("nan")}, "number"),
        ({"dropout": "much"}, "number"),
        ({"width": 100, "heads": 8}, "multiple of twice"),
        ({"sentence": " \u200b "}, "English sentence"),
        ({"reference": ""}, "French"),
        ({"sentence": None}, "English sentence"),
    ],
)
def test_a_setting_that_makes_no_run_is_refused_in_a_sentence(changes: dict[str, object], words: str) -> None:
    with pytest.raises(ConfigError, match=words) as refused:
        TrainingSettings(**changes)  # type: ignore[arg-type]
    assert str(refused.value).endswith(".")


def test_settings_survive_being_written() -> None:
    settings = TrainingSettings(layers=3, sentence="Hello.", reference="Bonjour.")
    assert TrainingSettings.from_dict(settings.to_dict()) == settings
    with pytest.raises(ConfigError, match="colour"):
        TrainingSettings.from_dict({"colour": "red"})


def test_kept_models_outlive_the_server_where_a_folder_is_given(
    tmp_path: Path, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    home = tmp_path / "kept"
    monkeypatch.setenv(MODELS_VARIABLE, str(home))
    # What is no whole model is not offered, and its name not taken.
    (home / "fresh-1").mkdir(parents=True)
    (home / "fresh-1" / "config.json").write_text("{}")
    jobs = TrainingJobs()
    jobs.start("anna", TrainingSettings(**SMALL, minutes=0.05, mixture=corpus))
    job = jobs.find("anna")
    assert job is not None
    assert job.wait(LONG) == JobState.FINISHED
    assert jobs.keep("anna") == "fresh-2"
    jobs.close()
    assert not job.folder.parent.exists()
    assert TrainingJobs().kept() == {"fresh-2": home / "fresh-2"}
    # A folder with an odd name is not offered either.
    (home / "fresh-2").rename(home / ".. 2")
    assert TrainingJobs().kept() == {}
