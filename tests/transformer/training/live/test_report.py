"""What is known of a run, from the lines of its log."""

import json
from dataclasses import asdict

import pytest
from standing_run import snapshot, trial

from transformer.training.live.report import MOST_SNAPSHOTS, RunReport


@pytest.mark.parametrize(
    "line", ["", "{", '{"what": "st', "[]", "3", '{"what": "step", "step": 1}', '{"what": "nonsense"}', "a warning"]
)
def test_a_damaged_line_changes_nothing(line: str) -> None:
    report = RunReport()
    report.take(line)
    assert report == RunReport()


@pytest.mark.parametrize(("right", "seen_right", "by_heart"), [(10, 90, True), (46, 90, False), (0, 40, False)])
def test_what_is_only_learned_by_heart_is_said(right: int, seen_right: int, by_heart: bool) -> None:
    assert trial(1, right, seen_right).by_heart == by_heart


def test_of_many_snapshots_the_first_and_the_last_are_kept_and_not_too_many_between() -> None:
    report = RunReport()
    for step in range(3 * MOST_SNAPSHOTS):
        report.take(json.dumps({"what": "look", **asdict(snapshot(step, ""))}))
        assert (report.snapshots[0].step, report.snapshots[-1].step) == (0, step)
    assert len(report.snapshots) <= MOST_SNAPSHOTS
