"""What the page "Learning" sends to the browser."""

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
import torch

from transformer.analysis.measures.untrained import untrained_loss
from transformer.model.config import ModelConfig
from transformer.training.rate_runs import SHIPPED_RATES, SMOOTHING, RateRun, load_rates, smooth
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from viewer.pictures.train.learning import rates as learning_rates
from viewer.pictures.train.learning import run as learning_run
from viewer.transport.payload import unpack


@pytest.fixture(scope="module")
def sent() -> Any:
    return unpack(learning_run.payload(load_run(SHIPPED_RUN)).pack())


def test_the_runs_numbers_arrive_as_they_were_recorded(sent: Any) -> None:
    run = load_run(SHIPPED_RUN)
    assert sent.facts["steps"] == list(run.steps)
    assert sent.facts["validation"] == pytest.approx(run.validation)
    for number, sentence in enumerate(run.sentences):
        np.testing.assert_allclose(sent.tensors[f"{number}.cross"], sentence.attention["cross"].numpy(), atol=1e-3)
        np.testing.assert_array_equal(sent.tensors[f"{number}.losses"], sentence.losses.numpy())


def test_the_loss_before_training_is_taken_apart(sent: Any) -> None:
    run = load_run(SHIPPED_RUN)
    measured = untrained_loss(ModelConfig.from_dict(run.facts["model"]), run.facts["training"]["label_smoothing"])
    assert sent.facts["untrained"] == pytest.approx(asdict(measured))
    assert run.validation[0] == pytest.approx(measured.expected, abs=0.2)
    assert run.validation[0] > measured.even


def test_input_target_and_losses_stand_in_line(sent: Any) -> None:
    for number, sentence in enumerate(sent.facts["sentences"]):
        texts = {side: [chip["text"] for chip in sentence[side]] for side in ("input", "output")}
        assert texts["input"][0] == "<s>"
        assert texts["output"][-1] == "</s>"
        assert texts["input"][1:] == texts["output"][:-1]  # the target, shifted by one
        positions = len(texts["output"])
        assert sent.tensors[f"{number}.losses"].shape == (len(sent.facts["steps"]), positions)
        assert {len(row) for row in sentence["guesses"]} == {positions}
        assert sent.tensors[f"{number}.cross"].shape[-2:] == (positions, len(sentence["read"]))


def test_the_sharpest_head_is_found() -> None:
    weights = torch.full((2, 3, 4, 5), 0.2)
    weights[1, 2] = torch.eye(4, 5)
    weights[0, 1] = torch.eye(5)[[4, 4, 4, 4]]  # firmly on the end of the sentence: no word
    assert learning_run.sharpest(weights) == (1, 2)


def test_the_story_says_what_was_recorded() -> None:
    run = load_run(SHIPPED_RUN)
    story = learning_run.story(run)
    assert f"{run.facts['training']['steps']:,} updates" in story
    assert f"{run.facts['training_pairs']:,} pairs" in story


def test_the_laboratory_gets_every_run() -> None:
    rates = load_rates(SHIPPED_RATES)
    facts = unpack(learning_rates.payload(rates).pack()).facts
    assert [run["name"] for run in facts["runs"]] == [run.name for run in rates.runs]
    chart = learning_rates.runs_figure(rates).data
    for run, recorded, losses, learning in zip(facts["runs"], rates.runs, chart[::2], chart[1::2], strict=True):
        assert losses.name == learning.name == recorded.name
        np.testing.assert_array_equal(losses.y, smooth(recorded.losses))
        np.testing.assert_array_equal(learning.y, recorded.rates)
        finished = len(recorded.losses) == rates.facts["training"]["steps"]
        assert run["loss"] == (smooth(recorded.losses)[-1] if finished else None)
        assert run["lastLoss"] == (recorded.losses[-1] if finished else None)
        assert run["rate"] == (recorded.rates[-1] if finished else None)
        assert (run["validation"], run["longest_gradient"]) == (recorded.validation, max(recorded.gradient_norms))
    learned = [run["validation"] for run in facts["runs"] if run["validation"] is not None]
    near = [loss for loss in learned if loss <= min(learned) + learning_rates.TIE]
    assert [run["validation"] for run in facts["runs"] if run["best"]] == near
    assert (facts["growing"], facts["smoothing"]) == (learning_rates.growing(rates), SMOOTHING)


def a_run(name: str, losses: list[float], validation: float | None, rate: float = 1e-4) -> RateRun:
    return replace(
        load_rates(SHIPPED_RATES).runs[0],
        name=name,
        losses=tuple(losses),
        rates=tuple(rate for _ in losses),
        gradient_norms=tuple(1.0 for _ in losses),
        validation=validation,
        broke_off=None if validation is not None else "The loss is no number.",
    )


@pytest.mark.slow
def test_what_became_of_a_run_is_said_from_its_numbers() -> None:
    shipped = load_rates(SHIPPED_RATES)
    frequencies, peak = shipped.facts["frequency_loss"], shipped.facts["training"]["peak"]
    good = a_run("good", [9.0] * 50 + [3.0] * 200, 3.1)
    better = a_run("better", [9.0] * 50 + [2.0] * 200, 2.1)
    rose = a_run("rose", [9.0] * 50 + [2.0] * 100 + [8.0] * 100, 8.0, rate=peak)
    stuck = a_run("stuck", [frequencies] * 250, frequencies, rate=peak)
    broken = a_run("broken", [9.0] * 9, None, rate=peak)
    runs = replace(shipped, runs=(good, better, rose, stuck, broken))
    told = [learning_rates.fate(run, runs) for run in runs.runs]
    assert told[0] == "learned" != told[1]
    assert [each.split()[0] for each in (told[1], told[2], told[4])] == ["learned", "diverged:", "broke"]
    assert "stuck" in told[3]
    assert all(each in told[2] for each in ("2.00", "150"))
    assert " 9 " in told[4]
    said = learning_rates.lesson(runs)
    assert "Learned: “good”, “better”. Hardly learned: “stuck”. Diverged: “rose”, “broken”." in said
    hardly = a_run("hardly", [frequencies] * 250, 0.93 * frequencies, rate=peak)
    assert learning_rates.fate(hardly, runs).startswith("hardly learned")
    close = a_run("close", [2.0] * 250, 2.1 + learning_rates.TIE / 2)
    assert learning_rates.fate(close, replace(runs, runs=(better, close))) == told[1]
