"""What the page "Learning" sends to the browser."""

from typing import Any

import numpy as np
import pytest

from transformer.training.rate_runs import SHIPPED_RATES, load_rates, smooth
from transformer.training.recorded_run import SHIPPED_RUN, load_run
from transformer.training.schedule import paper_peak
from viewer.pictures.train.learning import rates as learning_rates
from viewer.pictures.train.learning import run as learning_run
from viewer.transport.payload import unpack


@pytest.fixture(scope="module")
def sent() -> Any:
    return unpack(learning_run.payload(load_run(SHIPPED_RUN)).pack())


def test_the_runs_numbers_arrive_as_they_were_recorded(sent: Any) -> None:
    run = load_run(SHIPPED_RUN)
    assert sent.facts["steps"] == list(run.steps)
    for number, sentence in enumerate(run.sentences):
        np.testing.assert_array_equal(sent.tensors[f"{number}.losses"], sentence.losses.numpy())


def test_every_run_is_sent_with_its_outcome() -> None:
    rates = load_rates(SHIPPED_RATES)
    facts = unpack(learning_rates.payload(rates).pack()).facts
    chart = learning_rates.runs_figure(rates).data
    for run, recorded, losses, learning in zip(facts["runs"], rates.runs, chart[::2], chart[1::2], strict=True):
        assert run["name"] == losses.name == learning.name == recorded.name
        np.testing.assert_array_equal(losses.y, smooth(recorded.losses))
        np.testing.assert_array_equal(learning.y, recorded.rates)
        assert run["validation"] == recorded.validation
    learned = [run["validation"] for run in facts["runs"] if run["validation"] is not None]
    near = [loss for loss in learned if loss <= min(learned) + learning_rates.TIE]
    assert [run["validation"] for run in facts["runs"] if run["best"]] == near
    assert rates.facts["training"]["peak"] == pytest.approx(paper_peak(rates.facts["model"]["d_model"], 100))
