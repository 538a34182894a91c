"""The address is not believed: whatever stands in it, something sensible comes out."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from viewer.app import state
from viewer.app.state import sensible_alpha, sensible_beam, sensible_sentence

ANYTHING = st.one_of(st.none(), st.booleans(), st.integers(), st.floats(), st.text(), st.lists(st.text()))


@pytest.mark.parametrize(
    ("written", "expected"),
    [("3", 3), ("99", 10), ("0", 1), ("-4", 1), ("2.6", 3), ("1e400", 10), ("nan", 5), ("abc", 5), ("", 5), (None, 5)],
)
def test_beam_sizes(written: str | None, expected: int) -> None:
    assert sensible_beam(written) == expected


@pytest.mark.parametrize(
    ("written", "expected"),
    [("0.6", 0.6), ("1.23", 1.2), ("7", 2.0), ("-1", 0.0), ("inf", 2.0), ("nan", 1.0), ("x", 1.0), (None, 1.0)],
)
def test_length_penalties(written: str | None, expected: float) -> None:
    assert sensible_alpha(written) == expected


@given(ANYTHING)
def test_anything_becomes_something_the_search_accepts(value: object) -> None:
    assert 1 <= sensible_beam(value) <= 10
    assert 0 <= sensible_alpha(value) <= 2
    assert len(sensible_sentence(value)) <= state.MAX_TYPED
