"""What a visitor answered and guessed, and their class: texts of the session that the browser keeps beyond a reload."""

from collections.abc import Mapping, MutableMapping
from itertools import islice
from typing import Any

PERSON = "class_student"  # in the session's state: who answers here; viewer/app/typed.js knows it
NAMES = ("answer_", "guess_", "class_")  # that the keys in the session's state begin with
MOST, LONGEST = 1_000, 200  # answers, and characters of one, that are taken from a browser at once


def answers(session: Mapping[Any, Any]) -> dict[str, str]:
    """The answers in a session's state, by key."""
    named = (str(key) for key in session if str(key).startswith(NAMES))
    return {key: value for key in named if isinstance(value := session[key], str) and value}


def restore(session: MutableMapping[Any, Any], remembered: object) -> None:
    """Add what a browser remembers, unless answered since, ignoring anything that is not text."""
    if isinstance(remembered, dict):
        for key, value in islice(remembered.items(), MOST):
            if str(key).startswith(NAMES) and isinstance(value, str) and not session.get(key):
                session[key] = value[:LONGEST]
