"""The address is not believed: whatever stands in it, something sensible comes out."""

from hypothesis import given
from hypothesis import strategies as st

from viewer.app import state
from viewer.app.state import Focus, read_focus, sensible_alpha, sensible_beam, sensible_sentence

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
    assert len(sensible_sentence(value)) <= state.MAX_TYPED


FOCUSES = st.builds(
    Focus,
    kind=st.just("cross"),
    layer=st.integers(0, 2),
    head=st.one_of(st.none(), st.integers(0, 3)),
    token=st.integers(0, 6),
    card=st.sampled_from(["greedy", "beam"]),
)


@given(FOCUSES)
def test_a_focus_is_read_as_it_was_written(focus: Focus) -> None:
    assert read_focus(focus.as_address(), "cross", 3, 4, {"greedy": 7, "beam": 7}) == focus


@given(st.one_of(st.text(), st.from_regex(r"cross\.-?\d*\.\w*\.\d*(\.greedy)?", fullmatch=True)))
def test_a_focus_lies_within_what_there_is_or_is_none(written: str) -> None:
    focus = read_focus(written, "cross", 2, 4, {"greedy": 5, "beam": 3})
    if focus is not None:
        assert focus.layer in range(2)
        assert focus.head is None or focus.head in range(4)
        assert focus.token in range(5 if focus.card == "greedy" else 3)


def test_a_focus_on_another_attention_or_on_nothing_is_none() -> None:
    assert read_focus("encoder.0.1.2", "cross", 2, 4, {"greedy": 5, "beam": 3}) is None
    assert read_focus("cross.0.1.2", "cross", 2, 4, {"greedy": 0, "beam": 0}) is None
    assert read_focus(None, "cross", 2, 4, {"greedy": 5, "beam": 3}) is None
    assert read_focus("cross.9.9.99", "cross", 2, 4, {"greedy": 5, "beam": 3}) == Focus("cross", 1, 3, 2)
