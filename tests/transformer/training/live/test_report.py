"""What is known of a run, from the lines that it says."""

import json

import numpy as np
import pytest

from transformer.training.live.report import MOST_SNAPSHOTS, JobReport, JobState
from transformer.training.live.watched_sentence import SentenceSnapshot


def heard(*lines: dict[str, object] | str) -> JobReport:
    report = JobReport()
    for line in lines:
        report.hear(line if isinstance(line, str) else json.dumps(line))
    return report


def test_the_preparation_is_told_stage_by_stage() -> None:
    report = heard({"what": "preparing", "stage": "Reading the corpus", "number": 0, "stages": 3})
    assert (report.state, report.sentence) == (JobState.PREPARING, "Reading the corpus (1 of 3)")
    report.hear(json.dumps({"what": "begins", "layers": 2}))
    assert (report.state, report.sentence, report.facts) == (JobState.RUNNING, "", {"layers": 2})


@pytest.mark.parametrize("line", ["", "{", '{"what": "st', "[]", '{"what": "step", "step": 1}', '{"what": "nonsense"}'])
def test_a_line_that_was_cut_off_changes_nothing(line: str) -> None:
    assert heard(line) == JobReport()


def test_a_model_is_saved_only_if_it_was_being_written() -> None:
    assert heard({"what": "saving"}).saving
    assert heard({"what": "saving"}, {"what": "finished"}) == JobReport(JobState.FINISHED, saved=True)
    assert heard({"what": "stopped"}) == JobReport(JobState.STOPPED)


def test_of_many_snapshots_the_first_and_the_last_are_kept_and_not_too_many_between() -> None:
    report = JobReport()
    for step in range(3 * MOST_SNAPSHOTS):
        taken = SentenceSnapshot(step, 0.1, "", np.zeros(1), np.zeros((1, 1, 1, 1)))
        report.hear(json.dumps({"what": "look", **taken.to_json()}))
        assert (report.snapshots[0].step, report.snapshots[-1].step) == (0, step)
    assert len(report.snapshots) <= MOST_SNAPSHOTS


def test_a_copy_no_longer_changes() -> None:
    report = heard({"what": "validation", "step": 1, "loss": 2.0, "bleu": {"one": 3.0}, "seconds": 4.0})
    copy = report.copy()
    assert copy == report
    assert copy.validations[0].mean_bleu == 3.0
    report.validations.clear()
    report.state = JobState.FAILED
    assert (len(copy.validations), copy.state) == (1, JobState.PREPARING)
