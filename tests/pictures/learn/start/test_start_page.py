"""The tour's page: it shows the sentence that was asked for, and works out what is shown."""

import pytest
from app_tests import open_page

from viewer.app import state
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
    for stop, expected in (("", ["pieces"]), ("5", ["look"]), ("5", []), ("8", []), ("x", [])):
        worked_out.clear()
        assert not open_page("start", **asked, stop=stop).exception
        assert worked_out == expected
