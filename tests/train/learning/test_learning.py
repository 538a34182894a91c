"""What the page "Learning and cost" sends to the browser."""

from dataclasses import asdict, replace
from typing import Any

import numpy as np
import pytest
import torch
from hypothesis import given
from hypothesis import strategies as st

from transformer.analysis.measures.cost import forward_flops, parameter_total, training_memory
from transformer.analysis.measures.untrained import untrained_loss
from transformer.model.config import ModelConfig, preset
from transformer.training.rate_runs import SHIPPED_RATES, SMOOTHING, RateRun, load_rates, smoothed
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from viewer.train.learning import cost
from viewer.train.learning import rates as learning_rates
from viewer.train.learning import run as learning_run
from viewer.widgets.payload import unpacked

FIELDS = {field.key: field for field in cost.FIELDS}
ANYTHING = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.sampled_from(["1e9", "-5", "nan", "512", "١٢"])
)


@pytest.fixture(scope="module")
def sent() -> Any:
    return unpacked(learning_run.payload(load_run(SHIPPED_RUN)).packed())


def test_the_runs_numbers_arrive_as_they_were_recorded(sent: Any) -> None:
    run = load_run(SHIPPED_RUN)
    assert sent.facts["steps"] == list(run.steps)
    assert sent.facts["validation"] == pytest.approx(run.validation)
    for number, sentence in enumerate(run.sentences):
        np.testing.assert_allclose(sent.tensors[f"{number}.cross"], sentence.attention["cross"].numpy(), atol=1e-3)
        np.testing.assert_array_equal(sent.tensors[f"{number}.losses"], sentence.losses.numpy())


def test_attention_goes_from_everywhere_to_two_words_to_one_for_each_token() -> None:
    """What the page says of the five grids at Look."""
    for sentence in load_run(SHIPPED_RUN).sentences:
        weights = sentence.attention["cross"].float()
        layer, head = learning_run.sharpest(weights[-1])
        first, early, last = weights[[0, 5, -1], layer, head]
        spread = torch.special.entr(first).sum(-1).exp().mean()  # over how many tokens, as if evenly
        assert spread > 0.7 * first.size(1)
        looked_at = torch.bincount(early.argmax(-1))
        assert looked_at.topk(2).values.sum() >= 0.6 * len(early)
        assert last.amax(-1).mean() > 0.65


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
    facts = unpacked(learning_rates.payload(rates).packed()).facts
    assert [run["name"] for run in facts["runs"]] == [run.name for run in rates.runs]
    chart = learning_rates.runs_figure(rates).data
    for run, recorded, losses, learning in zip(facts["runs"], rates.runs, chart[::2], chart[1::2], strict=True):
        assert losses.name == learning.name == recorded.name
        np.testing.assert_array_equal(losses.y, smoothed(recorded.losses))
        np.testing.assert_array_equal(learning.y, recorded.rates)
        finished = len(recorded.losses) == rates.facts["training"]["steps"]
        assert run["loss"] == (smoothed(recorded.losses)[-1] if finished else None)
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
    assert "“stuck”, “broken”" in learning_rates.lesson(replace(runs, runs=(good, better, stuck, broken)))
    hardly = a_run("hardly", [frequencies] * 250, 0.93 * frequencies, rate=peak)
    assert learning_rates.fate(hardly, runs).startswith("hardly learned")
    close = a_run("close", [2.0] * 250, 2.1 + learning_rates.TIE / 2)
    assert learning_rates.fate(close, replace(runs, runs=(better, close))) == told[1]


def test_a_rate_that_goes_on_growing_diverges_in_the_shipped_runs_and_one_that_stops_at_the_peak_does_not() -> None:
    rates = load_rates(SHIPPED_RATES)
    peak = rates.facts["training"]["peak"]
    stops, goes_on = (run for run in rates.runs if run.schedule == "growing")
    assert max(stops.rates) == pytest.approx(peak, rel=1e-4)
    assert max(goes_on.rates) == pytest.approx(10 * peak, rel=1e-4)
    means = smoothed(goes_on.losses)
    lowest = means.index(min(means))
    assert means[-1] > min(means) + learning_rates.ROSE_AGAIN
    assert not learning_rates.diverged(stops)
    assert learning_rates.among_best(stops, rates)
    told = learning_rates.growing(rates)
    for each in (f"{means[lowest]:.2f}", f"{lowest + 1:,}", f"{goes_on.rates[lowest]:.3f}", f"{means[-1]:.2f}"):
        assert each in told
    assert learning_rates.growing(replace(rates, runs=rates.runs[:3])) == ""


@pytest.mark.slow
@given(st.dictionaries(st.sampled_from(sorted(FIELDS)), ANYTHING))
def test_whatever_is_typed_a_model_can_be_counted(values: dict[str, Any]) -> None:
    numbers, notes = cost.sensible(values)
    assert set(numbers) == set(FIELDS)
    for key, number in numbers.items():
        assert FIELDS[key].smallest <= number <= FIELDS[key].largest
    config = cost.typed_config(numbers)
    assert config.d_model % config.heads == 0
    cost.payload(preset("tiny"), numbers, notes).packed()


@given(st.integers(1, 2_000), st.integers(1, 256))
def test_the_number_of_heads_that_stands_in_is_the_nearest_divisor(half: int, heads: int) -> None:
    numbers, notes = cost.sensible({"d_model": 2 * half, "n_heads": heads})
    divisors = [each for each in range(1, 2 * half + 1) if 2 * half % each == 0]
    assert abs(numbers["n_heads"] - heads) == min(abs(each - heads) for each in divisors)
    assert bool(notes) == (heads not in divisors)


def test_what_was_changed_is_said() -> None:
    _, notes = cost.sensible({"d_model": 10**9, "steps": "many", "d_ff": 7})
    assert any("d_model" in note and "32,768" in note for note in notes)
    assert any("Training steps" in note for note in notes)
    assert cost.sensible({"d_model": 512, "n_heads": 8, "d_ff": 7})[1] == []
    assert any("even" in note for note in cost.sensible({"d_model": 513, "n_heads": 8})[1])


def test_an_address_is_mended_only_where_it_must_be() -> None:
    address = {"d_model": "99999999", "n_heads": "8", "source": "-4", "batch": "x", "sentence": "I love you."}
    assert cost.corrections(address) == {"d_model": "32768", "source": "1"}
    assert len(cost.address_notes(address)) == 3
    assert cost.address_notes({"n_heads": "7", "d_model": "14"}) == []


def test_all_three_models_do_the_same_work() -> None:
    own = ModelConfig(123, 1, 2, 24, 3, 40, norm="pre", positions="learned", tied_embeddings=False)
    numbers, _ = cost.sensible({"source": 9, "target": 7, "batch": 4, "steps": 10, "gflops": 2, "watts": 6})
    models = cost.payload(own, numbers, []).facts["models"]
    configs = (own, preset("base"), preset("big", dropout=0.1))
    for model, config in zip(models, configs, strict=True):
        assert model["parameter_total"] == parameter_total(config)
        assert model["flops"]["forward"] == forward_flops(config, 9, 7)
        assert model["flops"]["training"] == 10 * 3 * 4 * forward_flops(config, 9, 7)
        assert model["joules"]["forward"] == pytest.approx(forward_flops(config, 9, 7) * 6 / 2e9)
        assert sum(model["shares"]["memory"].values()) == training_memory(config, 9, 7, 4).total
        assert sum(each["flops"] for each in model["products"]) == model["flops"]["forward"]


def test_the_shares_of_a_cost_are_those_of_its_numbers() -> None:
    numbers, _ = cost.sensible({})
    models = cost.payload(preset("tiny"), numbers, []).facts["models"]
    for key in ("parameters", "forward", "memory"):
        drawn = {trace.name: trace.x for trace in cost.shares_figure(key, key, models).data}
        for row, model in enumerate(models):
            whole = sum(model["shares"][key].values())
            shares = {name: 100 * amount / whole for name, amount in model["shares"][key].items() if name in drawn}
            assert {name: drawn[name][row] for name in shares} == pytest.approx(shares)
            assert sum(shares.values()) == pytest.approx(100)
