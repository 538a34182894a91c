"""Lines that were broken to fit a page, put together again."""

import pytest
from shipped_models import shipped_model

from transformer.text.line_breaks import join_lines, put_on_one_line


@pytest.mark.parametrize(
    ("broken", "joined"),
    [
        ("The black dog\nsleeps in\r\nfront of\u2028the door.", "The black dog sleeps in front of the door."),
        ("I love you\nShe sleeps", "I love you\nShe sleeps"),
        ("- bread\n- milk", "- bread\n- milk"),
        # A divided word loses its hyphen, also where a space has taken the place of the break.
        ("a transla-\ntion", "a translation"),
        ("a transla- \n  tion", "a translation"),
        ("a transla- tion", "a translation"),
        ("some- thing", "something"),
        ("under\xad\nstanding", "understanding"),
        ("Vor- und Nach-\nteile", "Vor- und Nachteile"),
        # A compound keeps it.
        ("well-\nknown", "well-known"),
        ("well- known", "well-known"),
        ("ice-\ncream", "ice-cream"),
        ("twenty-\none", "twenty-one"),
        ("mother-in-\nlaw", "mother-in-law"),
        ("Anglo-\nSaxon", "Anglo-Saxon"),
        ("1990-\n1995", "1990-1995"),
        ("e-\nmail", "e-mail"),
        ("US-\nbased", "US-based"),
        # What looks like a divided word and is none stays.
        ("pre- and post-war", "pre- and post-war"),
        ("two-\nor three-year", "two- or three-year"),
        ("I like dogs- cats too", "I like dogs- cats too"),
        ("Tarek- he is late", "Tarek- he is late"),
        ("Monday- Friday", "Monday- Friday"),
        ("2 - 1", "2 - 1"),
        ("", ""),
    ],
)
def test_broken_lines_are_joined_as_a_reader_would(broken: str, joined: str) -> None:
    assert join_lines(broken) == joined


def test_a_field_holds_one_line_and_leaves_alone_what_has_one() -> None:
    assert put_on_one_line("I love you\nShe sleeps\n") == "I love you She sleeps"
    assert put_on_one_line("The infor-\nmation\n\nTwo") == "The information Two"
    assert put_on_one_line("\n") == ""
    for typed in ("", " still typing ", "pre- a", "a\tb"):
        assert put_on_one_line(typed) == typed


def test_a_translator_reads_joined_lines() -> None:
    translator = shipped_model("en-fr")
    assert translator.read("The infor-\nmation is in the mag- azine\nof my sister.").text == (
        "The information is in the magazine of my sister."
    )
