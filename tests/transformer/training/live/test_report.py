"""What is known of a run, from the lines of its log."""

import json

import numpy as np
import pytest

from transformer.training.live.report import MOST_SNAPSHOTS, RunReport
from transformer.training.live.watched_sentence import SentenceSnapshot


@pytest.mark.parametrize(
    "line", ["", "{", '{"what": "st', "[]", "3", '{"what": "step", "step": 1}', '{"what": "nonsense"}', "a warning"]
)
def test_a_damaged_line_changes_nothing(line: str) -> None:
    report = RunReport()
    report.take(line)
    assert report == RunReport()


def test_of_many_snapshots_the_first_and_the_last_are_kept_and_not_too_many_between() -> None:
    report = RunReport()
    for step in range(3 * MOST_SNAPSHOTS):
        taken = SentenceSnapshot(step, 0.1, "", np.zeros(1), np.zeros((1, 1, 1, 1)))
        report.take(json.dumps({"what": "look", **taken.to_json()}))
        assert (report.snapshots[0].step, report.snapshots[-1].step) == (0, step)
    assert len(report.snapshots) <= MOST_SNAPSHOTS
