"""The patching page without a browser: what it survives, and what it offers."""

import pytest
from app_tests import facts, open_page

from viewer.app import state

pytestmark = pytest.mark.slow

A, B = "The cat drinks water.", "The dog drinks water."  # which the tiny model translates differently


def test_sentences_that_cannot_be_patched_are_told_of() -> None:
    app = open_page("patching", sentence=A, other="The dog drinks.")
    (warning,) = app.warning
    assert "same number of tokens" in warning.value
    assert any(caption.value.startswith("Their tokens:") for caption in app.caption)


def test_look_computes_one_row_and_understand_the_map() -> None:
    def places(**address):
        (shown,) = (each for each in facts(open_page("patching", sentence=A, other=B, **address)) if "grids" in each)
        return [place["place"] for grid in shown["grids"] for place in grid["places"]]

    assert places(cell="encoder.0.1") == ["encoder.0"]
    assert places() == [place for place in places(depth="understand") if place.startswith("encoder.")][1:2]


def test_a_sentence_with_one_word_exchanged_is_offered_and_a_known_one_is_completed() -> None:
    app = open_page("patching", sentence=A)
    assert app.text_input(key=state.OTHER).value == B
    app.text_input(key=state.SENTENCE).set_value(B).run()
    assert app.text_input(key=state.OTHER).value == A  # what was offered gives way
    app.text_input(key=state.OTHER).set_value("The dog eats bread.").run()
    app.text_input(key=state.SENTENCE).set_value(A).run()
    assert app.text_input(key=state.OTHER).value == "The dog eats bread."  # what was typed stays
    app = open_page("patching", sentence="Zzz.")
    assert app.text_input(key=state.OTHER).value == ""
    assert "one thing" in app.info[0].value
    for text in ("", "   "):
        assert open_page("patching", sentence=text, other=text).info
    app = open_page("patching", sentence=state.PATCHED[1])
    assert app.text_input(key=state.OTHER).value == state.PATCHED[0]
