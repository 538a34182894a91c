"""Learning rates by hand, and the schedule of a training that ends with its time."""

import math

import pytest

from transformer.training.config import Schedule, TrainingConfig
from transformer.training.schedule import MOST_STEPS, fit_to_time, learning_rate


@pytest.mark.parametrize("step", [1, 100, 3_999, 4_000, 4_001, 100_000])
def test_the_papers_schedule_follows_equation_3(step: int) -> None:
    config = TrainingConfig(steps=100_000, schedule="paper", warmup=4_000)
    expected = 1 / math.sqrt(512) * min(1 / math.sqrt(step), step / 4_000**1.5)
    assert learning_rate(step, config, 512) == pytest.approx(expected, rel=1e-12)


def test_inverse_square_root_reaches_its_peak_and_halves_at_four_times_the_step() -> None:
    config = TrainingConfig(schedule="inverse-sqrt", warmup=100, peak=0.5)
    assert [learning_rate(step, config, 7) for step in (1, 50, 100, 400)] == pytest.approx([0.005, 0.25, 0.5, 0.25])


def test_cosine_rises_in_a_line_and_ends_at_zero() -> None:
    config = TrainingConfig(schedule="cosine", steps=1_100, warmup=100, peak=0.2)
    assert [learning_rate(step, config, 7) for step in (1, 50, 100)] == pytest.approx([0.002, 0.1, 0.2])
    assert learning_rate(600, config, 7) == pytest.approx(0.1)
    assert learning_rate(350, config, 7) == pytest.approx(0.1 * (1 + math.sqrt(0.5)))
    assert learning_rate(1_100, config, 7) == pytest.approx(0.0, abs=1e-15)
    falling = [learning_rate(step, config, 7) for step in range(100, 1_101)]
    assert falling == sorted(falling, reverse=True)


@pytest.mark.parametrize(
    ("schedule", "expected"),
    [("constant", [0.4, 0.4, 0.4, 0.4]), ("growing", [0.1, 0.2, 0.3, 0.4]), ("decaying", [0.4, 0.3, 0.2, 0.1])],
)
def test_the_schedules_to_compare_with_are_straight_lines(schedule: Schedule, expected: list[float]) -> None:
    config = TrainingConfig(schedule=schedule, steps=4, warmup=2, peak=0.4)
    assert [learning_rate(step, config, 7) for step in (1, 2, 3, 4)] == pytest.approx(expected)


@pytest.mark.parametrize(
    ("made", "share", "steps", "warmup"),
    [
        (0, 0.0, MOST_STEPS, 100),  # nothing is known of the speed
        (50, 0.1, 500, 62),
        (1_000, 0.5, 2_000, 100),
        (999, 0.999999, 1_000, 100),  # there is always a step to come
        (1, 1e-12, MOST_STEPS, 100),
        (3, 0.75, 4, 1),
    ],
)
def test_a_training_that_ends_with_its_time_expects_the_steps_of_its_speed(made, share, steps, warmup) -> None:
    config = fit_to_time(TrainingConfig(steps=1, warmup=100, peak=0.3), made, share)
    assert (config.steps, config.warmup, config.peak) == (steps, warmup, 0.3)
