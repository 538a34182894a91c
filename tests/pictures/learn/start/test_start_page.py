"""The tour's page: it works out what is shown."""

import pytest
from app_tests import open_page

from viewer.pictures.learn.start.stops import STOPS


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
