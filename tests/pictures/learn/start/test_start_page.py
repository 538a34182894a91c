"""The tour's page: it shows the sentence that was asked for, and begins a training."""

import pytest
from app_tests import open_page

from transformer.errors import TrainingError
from transformer.training.live.settings import TrainingSettings
from viewer.app import jobs, state
from viewer.pictures.learn.start.stops import STOPS


@pytest.mark.slow
def test_it_opens_and_asks_for_a_sentence_where_there_is_none() -> None:
    tour = open_page("start")
    assert tour.title[0].value == "Tour"
    assert tour.text_input(key=state.SENTENCE).value == state.DEFAULT_SENTENCE
    tour.text_input(key=state.SENTENCE).set_value(" ").run()
    assert not tour.exception
    assert "the tour is about it" in tour.info[0].value


@pytest.mark.slow
def test_the_stop_that_is_shown_is_worked_out_and_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    worked_out: list[str] = []
    for slug, make in STOPS.items():
        monkeypatch.setitem(STOPS, slug, lambda tale, slug=slug, make=make: [worked_out.append(slug), make(tale)][1])
    asked = {"sentence": "The baker sells fresh bread to my grandmother."}
    for stop, expected in (("", ["pieces"]), ("5", ["look"]), ("5", []), ("8", []), ("9", []), ("x", [])):
        worked_out.clear()
        assert not open_page("start", **asked, stop=stop).exception
        assert worked_out == expected


@pytest.mark.slow
def test_a_training_of_the_sentence_begins_and_leads_back(monkeypatch: pytest.MonkeyPatch) -> None:
    begun: list[TrainingSettings] = []

    def start(_: object, settings: TrainingSettings, *rest: object) -> None:
        begun.append(settings)
        raise TrainingError("This server is already training 2 models, its limit. Try again in a few minutes.")

    monkeypatch.setattr(type(jobs.jobs()), "start", start)
    tour = open_page("start")
    tour.session_state["tour_begins_training"] = True
    tour.run()
    assert not tour.exception
    assert (begun[0].minutes, begun[0].sentence) == (1.0, state.DEFAULT_SENTENCE)
    assert begun[0].reference
    assert "already training" in tour.warning[0].value
