"""The patching page without a browser: what it survives, and what it offers."""

import pytest
from app_tests import open_page

from viewer.app import state

pytestmark = pytest.mark.slow

A, B = "The cat drinks water.", "The dog drinks water."  # which the tiny model translates differently


def test_sentences_that_cannot_be_patched_are_told_of() -> None:
    app = open_page("patching", sentence=A, other="The dog drinks.")
    (warning,) = app.warning
    assert "same number of tokens" in warning.value
    assert any(caption.value.startswith("Their tokens:") for caption in app.caption)


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
