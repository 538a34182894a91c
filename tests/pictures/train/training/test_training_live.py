"""What goes to the browser of a run: thinned, and small however long it lasts."""

from dataclasses import replace

import numpy as np
from standing_run import long_report, snapshot, step_report, trial

from transformer.training.live.report import RunReport
from transformer.training.live.settings import TrainingSettings
from viewer.pictures.train.training import curves, live
from viewer.transport.payload import Payload, unpack


def payload_of(report: RunReport) -> Payload:
    return unpack(live.payload(TrainingSettings(), report, "fresh-1").pack())


def test_a_long_run_stays_small_and_tells_no_path() -> None:
    report = long_report()
    assert len(live.payload(TrainingSettings(), report, "fresh-1").pack()) < 150_000
    facts = payload_of(report).facts
    assert (facts["snapshots"][0]["step"], facts["snapshots"][-1]["step"]) == (0, 199)
    counts = {"held_out": 100, "right": 30, "seen": 100, "seen_right": 90}
    assert facts["trial"].items() >= {**counts, "pairs": [["a", "b", "b"], ["a", "c", "b"]]}.items()
    assert facts["byHeart"]
    assert facts["now"]["step"] == report.steps[-1].step
    assert facts["settings"]["mixture"] == ""


def test_snapshots_that_say_the_same_stand_there_once_but_for_the_last() -> None:
    said = ["", "a", "a", "a", "b", "a", "a", "a"]
    shown = live.thin_snapshots([snapshot(step, text) for step, text in enumerate(said)])
    assert [each.step for each in shown] == [0, 1, 4, 5, 7]


def test_a_run_that_has_said_nothing_yet_can_be_shown() -> None:
    payload = payload_of(RunReport())
    assert (payload.facts["state"], payload.facts["now"], payload.facts["snapshots"]) == ("preparing", None, [])


def test_a_curve_is_thinned_and_keeps_its_ends() -> None:
    steps = [step_report(step) for step in range(1, 20_000)]
    shown = curves.thin_steps(steps)
    assert (len(shown), shown[0], shown[-1]) == (curves.POINTS, steps[0], steps[-1])
    assert curves.thin_steps(steps[:300]) == steps[:300]


def test_the_losses_stand_over_the_time_at_which_they_were_measured() -> None:
    steps = [step_report(step) for step in range(1, 30)]
    trials = [replace(trial(step), loss=1 + step) for step in (10, 20)]
    each, smoothed, held_out = curves.loss_figure(steps, trials, 5).data
    np.testing.assert_allclose(each.x, [1000 * step.seconds for step in steps], rtol=1e-6)
    np.testing.assert_allclose(each.y, [step.loss for step in steps], rtol=1e-6)
    np.testing.assert_allclose(smoothed.y, [step.smoothed_loss for step in steps], rtol=1e-6)
    assert (held_out.x.tolist(), held_out.y.tolist()) == ([1000, 2000], [11, 21])
