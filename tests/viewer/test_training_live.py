"""What goes to the browser of a run: thinned, and small however long it lasts."""

import numpy as np
import pytest

from transformer.live_training.job import JobState, Moment, Progress, Stock, Update
from transformer.live_training.settings import TrainingSettings
from transformer.live_training.watched_sentence import Look, as_json, from_json
from viewer.component.parcel import unpacked
from viewer.training import live


def moment(step: int, text: str, tokens: int = 3) -> Moment:
    weights = np.random.default_rng(step).dirichlet(np.ones(tokens), (2, 4, tokens)).astype(np.float32)
    return Moment(step, step / 10, Look(text, np.full(tokens, 0.5, np.float32), weights))


def update(step: int) -> Update:
    return Update(step, 9_000, 1 / step, 2 / step, 1e-3, 0.5, 4_000, step * 900, step / 10)


class Run:
    """A run that stands still."""

    settings = TrainingSettings()

    def __init__(self, progress: Progress) -> None:
        self._progress = progress

    def progress(self) -> Progress:
        return self._progress


def test_a_long_run_with_long_sentences_stays_small() -> None:
    progress = Progress(
        JobState.RUNNING,
        "",
        {"source": ["▁a", "</s>"], "target": ["<s>", "▁b", "</s>"]},
        [update(step) for step in range(1, 20_000)],
        [Stock(step, 1.0, 20.0, step / 10) for step in range(100)],
        [moment(step, str(step), 40) for step in range(200)],
    )
    packed = live.parcel(Run(progress), "fresh-1").packed()  # type: ignore[arg-type]
    assert len(packed) < 260_000
    parcel = unpacked(packed)
    steps = parcel.tensors["curve.step"]
    assert (len(steps), steps[0], steps[-1]) == (live.POINTS, 1, 19_999)
    assert parcel.tensors["curve.loss"][-1] == pytest.approx(1 / 19_999)
    moments = parcel.facts["moments"]
    assert (moments[0]["step"], moments[-1]["step"]) == (0, 199)
    assert parcel.tensors["weights"].shape[0] == len(moments) == len(parcel.tensors["losses"])
    assert parcel.facts["now"]["step"] == 19_999


def test_moments_that_say_the_same_stand_there_once_but_for_the_last() -> None:
    said = ["", "a", "a", "a", "b", "a", "a", "a"]
    shown = live.thinned([moment(step, text) for step, text in enumerate(said)])
    assert [each.step for each in shown] == [0, 1, 4, 5, 7]


def test_a_run_that_has_said_nothing_yet_can_be_shown() -> None:
    parcel = unpacked(live.parcel(Run(Progress()), "").packed())  # type: ignore[arg-type]
    assert (parcel.facts["state"], parcel.facts["now"], parcel.facts["moments"]) == ("preparing", None, [])


def test_a_look_survives_its_way_through_the_pipe() -> None:
    look = moment(3, "Ça va ?", 5).look
    read = from_json(as_json(look))
    assert read.translation == look.translation
    np.testing.assert_allclose(read.weights, look.weights, atol=1 / 500)
    np.testing.assert_allclose(read.losses, look.losses, atol=1e-4)
