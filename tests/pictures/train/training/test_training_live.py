"""What goes to the browser of a run: thinned, and small however long it lasts."""

from dataclasses import asdict

import numpy as np
import pytest
from standing_run import long_report, snapshot, step_report

from transformer.analysis.measures.untrained import untrained_loss
from transformer.training.live.report import SMOOTHED_OVER, RunReport
from transformer.training.live.settings import VOCABULARY, TrainingSettings
from transformer.training.live.watched_sentence import SentenceSnapshot
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from transformer.training.reports import ValidationReport
from viewer.pictures.train.training import curves, live
from viewer.transport.payload import Payload, unpack


def test_before_the_first_run_the_loss_of_a_model_of_these_sizes_is_measured() -> None:
    settings = TrainingSettings(layers=1, width=48, heads=2)
    facts = unpack(live.waiting(settings).pack()).facts
    measured = untrained_loss(settings.model_config(VOCABULARY), settings.training_config().label_smoothing)
    assert (facts["state"], facts["vocabulary"]) == ("none", VOCABULARY)
    assert facts["untrained"] == pytest.approx(asdict(measured))


def test_at_first_a_recorded_run_goes_from_nonsense_to_french_in_the_minutes_that_a_run_takes() -> None:
    settings = TrainingSettings()
    facts = unpack(live.waiting(settings).pack()).facts
    run, rows = load_run(SHIPPED_RUN), facts["recorded"]["rows"]
    assert facts["minutes"] == settings.minutes
    assert [each["seconds"] for each in rows] == sorted(each["seconds"] for each in rows)
    assert rows[0]["seconds"] == 0
    assert rows[-1]["seconds"] < 60 * settings.minutes
    assert {each["translation"] for each in rows} <= set(run.sentences[0].translations)
    assert len(set(rows[0]["translation"].split())) == 1
    assert rows[-1]["translation"] == facts["recorded"]["reference"]


def payload_of(report: RunReport) -> Payload:
    return unpack(live.payload(TrainingSettings(), report, "fresh-1").pack())


def test_a_long_run_with_long_sentences_stays_small() -> None:
    report = long_report()
    assert len(live.payload(TrainingSettings(), report, "fresh-1").pack()) < 260_000
    payload = payload_of(report)
    snapshots = payload.facts["snapshots"]
    assert (snapshots[0]["step"], snapshots[-1]["step"]) == (0, 199)
    assert payload.tensors["weights"].shape[0] == len(snapshots) == len(payload.tensors["losses"])
    assert payload.facts["validation"] == {"loss": 1.0, "bleu": 20.0}
    # The last step's own loss, and its running mean.
    assert payload.facts["now"] == asdict(report.steps[-1])
    assert payload.facts["smoothedOver"] == SMOOTHED_OVER


def test_snapshots_that_say_the_same_stand_there_once_but_for_the_last() -> None:
    said = ["", "a", "a", "a", "b", "a", "a", "a"]
    shown = live.thin_snapshots([snapshot(step, text) for step, text in enumerate(said)])
    assert [each.step for each in shown] == [0, 1, 4, 5, 7]


def test_a_run_that_has_said_nothing_yet_can_be_shown() -> None:
    payload = payload_of(RunReport())
    assert (payload.facts["state"], payload.facts["now"], payload.facts["snapshots"]) == ("preparing", None, [])


def test_a_snapshot_survives_its_way_through_the_pipe() -> None:
    taken = snapshot(3, "Ça va ?", 5)
    read = SentenceSnapshot.from_json(taken.to_json())
    assert (read.step, read.seconds, read.translation) == (taken.step, taken.seconds, taken.translation)
    np.testing.assert_allclose(read.weights, taken.weights, atol=1 / 500)
    np.testing.assert_allclose(read.losses, taken.losses, atol=1e-4)


def test_a_curve_is_thinned_and_keeps_its_ends() -> None:
    steps = [step_report(step) for step in range(1, 20_000)]
    shown = curves.thin_steps(steps)
    assert (len(shown), shown[0], shown[-1]) == (curves.POINTS, steps[0], steps[-1])
    assert curves.thin_steps(steps[:300]) == steps[:300]


def test_the_losses_stand_over_the_time_at_which_they_were_measured() -> None:
    steps = [step_report(step) for step in range(1, 30)]
    validations = [ValidationReport(step, 1 + step, {"one": 10.0}, step / 10) for step in (10, 20)]
    each, smoothed, held_out = curves.loss_figure(steps, validations, 5).data
    np.testing.assert_allclose(each.x, [1000 * step.seconds for step in steps], rtol=1e-6)
    np.testing.assert_allclose(each.y, [step.loss for step in steps], rtol=1e-6)
    np.testing.assert_allclose(smoothed.y, [step.smoothed_loss for step in steps], rtol=1e-6)
    assert (held_out.x.tolist(), held_out.y.tolist()) == ([1000, 2000], [11, 21])
