"""What the process of a run does, without the process: it learns, obeys, ends in time, and logs all that."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import torch
from standing_run import SMALL
from tiny import PAIRS, write_tsv

import transformer
from transformer.model.folder import load_model
from transformer.model.loss import translation_loss
from transformer.text.special_tokens import END, START
from transformer.training.live import worker
from transformer.training.live.report import RunReport, RunState
from transformer.training.live.settings import TrainingSettings
from transformer.training.live.worker import Control


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> str:
    return write_tsv(tmp_path_factory.mktemp("corpus") / "pairs.tsv", PAIRS * 3)


class Log:
    """A log that is read at once.

    Args:
        after: called after each line.
    """

    def __init__(self, after: Callable[[RunReport], object] = lambda _: None) -> None:
        self.report, self.after = RunReport(), after

    def __call__(self, what: str, **values: Any) -> None:
        self.report.take(json.dumps({"what": what, **values}))
        self.after(self.report)


class Clock:
    """A clock that moves on whenever it is read: a run has as many steps on every machine."""

    now = 0.0

    def __call__(self) -> float:
        self.now += 0.01
        return self.now


def control(log: Log, clock: Callable[[], float] | None = None) -> tuple[Control, list[int]]:
    """A control, and the statuses with which it left the process."""
    left: list[int] = []
    return Control(log, clock or Clock(), left.append), left


def train_to_end(
    folder: Path, mixture: str, minutes: float, after: Callable[[RunReport, Control], object]
) -> RunReport:
    log = Log()
    made, _ = control(log)
    log.after = lambda report: after(report, made)
    worker.work(TrainingSettings(**SMALL, minutes=minutes, mixture=mixture), folder, made, log)
    return log.report


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory, corpus: str) -> tuple[Path, RunReport]:
    """A run of three seconds: the folder of its model, and its report."""
    folder = tmp_path_factory.mktemp("finished") / "run"
    return folder, train_to_end(folder, corpus, 0.05, lambda *_: None)


@pytest.mark.slow
def test_a_run_ends_with_its_time_and_its_rate_has_fallen(finished: tuple[Path, RunReport]) -> None:
    _, report = finished
    assert (report.state, report.saved) == (RunState.FINISHED, True)
    assert [each.step for each in report.steps] == list(range(1, len(report.steps) + 1))
    rates = [each.learning_rate for each in report.steps]
    assert rates[0] < rates[3]  # a warm-up from the first step on
    assert rates[-1] < 0.5 * max(rates)
    assert report.steps[-1].smoothed_loss < report.steps[0].smoothed_loss == report.steps[0].loss
    assert len(report.trials) > 1
    last = report.trials[-1]
    assert last.step == report.steps[-1].step
    assert last.right <= last.held_out == last.seen
    assert [target == said for _, target, said in last.pairs].count(True) <= last.right


@pytest.mark.slow
def test_its_model_is_written_whole_with_its_card(finished: tuple[Path, RunReport], corpus: str) -> None:
    folder, report = finished
    assert [path.name for path in folder.parent.iterdir()] == ["run"]
    card = load_model(folder).card
    assert card["training"]["steps"] == len(report.steps)
    assert card["corpora"] == [{"name": corpus, "weight": 1.0, "training_pairs": report.facts["pairs"]}]
    assert card["licences"] == {corpus: "the user's own data"}


@pytest.mark.slow
def test_the_sentence_is_watched_from_the_untrained_model_to_the_last(finished: tuple[Path, RunReport]) -> None:
    folder, report = finished
    first, last = report.snapshots[0], report.snapshots[-1]
    assert (first.step, last.step) == (0, report.steps[-1].step)
    assert last.loss < first.loss
    model = transformer.load(folder)
    source, target = (model.tokenizer.encode(SMALL[name]) for name in ("sentence", "reference"))
    summed = translation_loss(model.model, torch.tensor([[*source, END]]), torch.tensor([[START, *target, END]]))
    assert last.loss == pytest.approx(float(summed) / (len(target) + 1), rel=1e-4)
    assert last.translation == model.translate(SMALL["sentence"], beam=1).text


@pytest.mark.slow
def test_a_look_that_was_held_up_does_not_freeze_what_is_shown(tmp_path: Path, corpus: str) -> None:
    def hold_up(report: RunReport, made: Control) -> None:
        if len(report.snapshots) == 1 and not report.steps:
            made._now.now += 1  # type: ignore[attr-defined] # of three seconds

    report = train_to_end(tmp_path / "run", corpus, 0.05, hold_up)
    assert len(report.snapshots) > 5
    assert {each.step for each in report.trials} <= {each.step for each in report.snapshots}


def test_a_run_stopped_before_its_first_step_leaves_nothing(tmp_path: Path, corpus: str) -> None:
    report = train_to_end(tmp_path / "run", corpus, 10, lambda report, made: report.snapshots and made.obey(["stop"]))
    assert (report.state, report.saved, report.steps) == (RunState.STOPPED, False, [])
    assert not list(tmp_path.iterdir())


def test_a_stop_during_the_preparation_ends_the_process_at_once() -> None:
    log = Log()
    made, left = control(log)
    made.obey(["stop\n"])
    assert (log.report.state, log.report.saved, left) == (RunState.STOPPED, False, [0])


def test_the_process_ends_with_its_orders() -> None:
    made, left = control(Log())
    made.begin()
    made.obey(["pause\n", "resume\n"])
    assert left == [0]
    assert made.go_on()


def test_a_run_may_not_last_for_ever_in_a_pause_either() -> None:
    log = Log()
    made, _ = control(log, iter([0.0, 0.0, 5.0, 1e9, 1e9, 1e9]).__next__)
    made.begin()
    made.obey(["pause\n"])
    assert not made.go_on()
    assert made.stopped
    assert "20 minutes" in log.report.sentence


@pytest.mark.parametrize(("copies", "words"), [(0, "nowhere.tsv"), (1, "too few")])
def test_a_corpus_to_learn_nothing_from_is_a_sentence(tmp_path: Path, copies: int, words: str) -> None:
    tsv = tmp_path / "nowhere.tsv"
    if copies:
        write_tsv(tsv, PAIRS[:1])
    report = train_to_end(tmp_path / "run", str(tsv), 10, lambda *_: None)
    assert report.state == RunState.FAILED
    assert words in report.sentence
