"""What the process of a run does, without the process: it learns, obeys, ends in time, and says so."""

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from stand_in import SMALL
from tiny import PAIRS, write_tsv

from transformer.errors import TrainingError
from transformer.model.folder import load_model
from transformer.training.live import worker
from transformer.training.live.report import JobReport, JobState
from transformer.training.live.settings import TrainingSettings
from transformer.training.live.telling import Teller
from transformer.training.live.timed_training import Control
from transformer.training.trainer import Trainer


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv", PAIRS * 3)


class Reading(io.StringIO):
    """Where a teller's lines go: into a report, which a test may look at in between.

    Args:
        after: called after each line.
    """

    def __init__(self, after: Callable[[JobReport], object] = lambda _: None) -> None:
        super().__init__()
        self.report = JobReport()
        self.after = after

    def write(self, line: str) -> int:
        self.report.hear(line)
        self.after(self.report)
        return len(line)


def order(tmp_path: Path, mixture: str, minutes: float) -> dict[str, Any]:
    settings = TrainingSettings(**SMALL, minutes=minutes, mixture=mixture)
    return {"settings": settings.to_dict(), "folder": str(tmp_path / "run"), "cache": str(tmp_path)}


def done(tmp_path: Path, mixture: str, minutes: float, control: Control, reading: Reading) -> JobReport:
    worker.work(order(tmp_path, mixture, minutes), control, Teller(reading))
    assert control.over.is_set()
    return reading.report


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, corpus: str) -> tuple[Path, JobReport]:
    """A run of three seconds: the folder of its model, and all that it said."""
    folder = tmp_path_factory.mktemp("finished")
    return folder / "run", done(folder, corpus, 0.05, Control(), Reading())


@pytest.mark.slow
def test_a_run_ends_by_itself_when_its_time_is_over_and_its_rate_has_fallen(finished: tuple[Path, JobReport]) -> None:
    _, report = finished
    assert (report.state, report.saved, report.saving) == (JobState.FINISHED, True, False)
    rates = [each.learning_rate for each in report.steps]
    assert rates[0] < rates[3]  # a warm-up from the first step on
    assert rates[-1] < 0.5 * max(rates)
    assert report.steps[-1].smoothed_loss < report.steps[0].loss
    assert report.steps[-1].speed > 0
    assert [each.step for each in report.steps] == list(range(1, len(report.steps) + 1))
    assert report.validations[-1].step == report.steps[-1].step
    assert report.validations[-1].bleu.keys() == {"every tenth pair"}


@pytest.mark.slow
def test_its_model_is_written_whole_with_its_card(finished: tuple[Path, JobReport], corpus: str) -> None:
    folder, report = finished
    names = sorted(path.name for path in folder.iterdir())
    assert names == ["card.json", "config.json", "model.safetensors", "tokenizer.json"]
    assert not [path for path in folder.parent.iterdir() if path.name.endswith(".unfinished")]
    card = load_model(folder).card
    assert card["training"]["steps"] == len(report.steps)
    assert card["corpora"] == [{"name": corpus, "weight": 1.0, "training_pairs": report.facts["pairs"]}]
    assert card["licences"] == {corpus: "the user's own data"}


@pytest.mark.slow
def test_the_sentence_is_looked_at_from_the_untrained_model_to_the_last(finished: tuple[Path, JobReport]) -> None:
    _, report = finished
    first, last = report.snapshots[0], report.snapshots[-1]
    assert (first.step, last.step) == (0, report.steps[-1].step)
    target, source = len(report.facts["target"]) - 1, len(report.facts["source"])
    assert first.weights.shape == last.weights.shape == (1, 2, target, source)
    assert last.weights.sum(axis=-1) == pytest.approx(1, abs=0.06)
    assert len(last.losses) == target
    assert last.losses.mean() < first.losses.mean()


def test_a_run_that_is_paused_waits_and_one_that_is_stopped_keeps_what_it_learned(tmp_path: Path, corpus: str) -> None:
    control, states = Control(), []

    def command(report: JobReport) -> None:
        states.append(report.state)
        if len(report.steps) == 3 and JobState.PAUSED not in states:
            control.pause()
        if report.state == JobState.PAUSED:
            control.resume()
        if len(report.steps) == 6:
            control.stop()

    report = done(tmp_path, corpus, 10, control, Reading(command))
    assert (report.state, report.saved, len(report.steps)) == (JobState.STOPPED, True, 6)
    assert states.count(JobState.PAUSED) == 1
    assert states[states.index(JobState.PAUSED) + 1] == JobState.RUNNING
    assert load_model(tmp_path / "run").card["training"]["steps"] == 6


def test_a_run_that_is_stopped_before_its_first_step_leaves_nothing(tmp_path: Path, corpus: str) -> None:
    control = Control()
    report = done(tmp_path, corpus, 10, control, Reading(lambda report: report.facts and control.stop()))
    assert (report.state, report.saved, report.steps) == (JobState.STOPPED, False, [])
    assert not list(tmp_path.glob("*run*"))


def test_what_cannot_be_learned_from_is_a_sentence(tmp_path: Path) -> None:
    report = done(tmp_path, "nowhere.tsv", 10, Control(), Reading())
    assert report.state == JobState.FAILED
    assert "nowhere.tsv" in report.sentence


def test_a_loss_that_is_no_number_is_told_without_the_options_of_the_command_line(
    tmp_path: Path, corpus: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def broken(*_: object) -> None:
        raise TrainingError("The loss became nan")

    monkeypatch.setattr(Trainer, "update", broken)
    report = done(tmp_path, corpus, 10, Control(), Reading())
    assert report.state == JobState.FAILED
    assert report.sentence.startswith("The loss became nan at step 1: start again with a learning rate below")


def test_orders_are_obeyed_and_their_end_is_the_end() -> None:
    control, reading, left = Control(), Reading(), []
    control.begin()
    worker.obey(["pause\n", "dance\n"], control, Teller(reading), left.append)
    assert control.paused
    assert not control.stopped
    assert left == [0]
    worker.obey(["resume\n"], control, Teller(reading), left.append)
    assert not control.paused
    worker.obey(["stop\n"], control, Teller(reading), left.append)
    assert control.stopped


def test_a_stop_while_the_corpus_is_prepared_ends_the_process_at_once() -> None:
    """Preparing a corpus takes many seconds, and nothing is lost by stopping."""
    reading, left = Reading(), []
    worker.obey(["stop\n"], Control(), Teller(reading), left.append)
    assert reading.report.state == JobState.STOPPED
    assert not reading.report.saved
    assert left[0] == 0


def test_a_run_may_not_last_for_ever(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    control, reading, left = Control(), Reading(), []
    monkeypatch.setattr(worker, "GRACE", 0.01)
    worker.end_in_time(0.01, control, Teller(reading), left.append)
    assert control.stopped
    assert "20 minutes" in reading.report.sentence
    assert left == [1]  # it did not end by itself


def test_a_run_that_ends_in_time_is_left_alone() -> None:
    control, reading, left = Control(), Reading(), []
    control.over.set()
    worker.end_in_time(0.01, control, Teller(reading), left.append)
    assert not control.stopped
    assert (reading.report.sentence, left) == ("Starting", [])
