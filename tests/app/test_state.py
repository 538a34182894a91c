"""The address is not believed: whatever stands in it, something sensible comes out."""

from hypothesis import given
from hypothesis import strategies as st

from viewer.app.state import sensible_alpha, sensible_beam

ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text()))


def test_a_beam_and_a_penalty_lie_within_what_the_search_takes() -> None:
    beams = {"3": 3, "99": 10, "0": 1, "2.6": 3, "1e400": 10, "nan": 5, "abc": 5, "": 5, None: 5}
    assert {written: sensible_beam(written) for written in beams} == beams
    alphas = {"0.6": 0.6, "1.23": 1.2, "7": 2.0, "-1": 0.0, "inf": 2.0, "nan": 1.0, "x": 1.0, None: 1.0}
    assert {written: sensible_alpha(written) for written in alphas} == alphas


@given(ANYTHING)
def test_anything_becomes_something_the_search_accepts(value: object) -> None:
    assert 1 <= sensible_beam(value) <= 10
    assert 0 <= sensible_alpha(value) <= 2
