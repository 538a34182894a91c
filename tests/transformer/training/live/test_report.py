"""What is known of a run, from the lines of its log."""

import json

import numpy as np
import pytest

from transformer.training.live.report import MOST_SNAPSHOTS, RunReport, RunState
from transformer.training.live.watched_sentence import SentenceSnapshot


@pytest.mark.parametrize(
    "line", ["", "{", '{"what": "st', "[]", "3", '{"what": "step", "step": 1}', '{"what": "nonsense"}', "a warning"]
)
def test_a_damaged_line_changes_nothing(line: str) -> None:
    report = RunReport()
    report.read(line)
    assert report == RunReport()


def test_of_many_snapshots_the_first_and_the_last_are_kept_and_not_too_many_between() -> None:
    report = RunReport()
    for step in range(3 * MOST_SNAPSHOTS):
        taken = SentenceSnapshot(step, 0.1, "", np.zeros(1), np.zeros((1, 1, 1, 1)))
        report.read(json.dumps({"what": "look", **taken.to_json()}))
        assert (report.snapshots[0].step, report.snapshots[-1].step) == (0, step)
    assert len(report.snapshots) <= MOST_SNAPSHOTS


def test_a_copy_no_longer_changes() -> None:
    report = RunReport()
    report.read('{"what": "validation", "step": 1, "loss": 2.0, "bleu": {"one": 3.0}, "seconds": 4.0}')
    copy = report.copy()
    assert copy == report
    report.validations.clear()
    report.read('{"what": "finished", "saved": true}')
    assert (len(copy.validations), copy.state, copy.saved) == (1, RunState.PREPARING, False)
    assert (report.state, report.saved) == (RunState.FINISHED, True)
