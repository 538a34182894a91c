"""Checks of users' arguments: the right type, or an error in one sentence."""

import operator
from collections.abc import Iterable
from typing import Any, SupportsFloat, SupportsIndex, cast

from transformer.errors import ArgumentError
from transformer.files import shorten


def check_type(value: Any, kind: Any, name: str) -> Any:
    """A value of a given type.

    Args:
        kind: as for `isinstance`. name: what to call it in the message, such as "A text".

    Raises:
        ArgumentError: if it has another type.
    """
    if not isinstance(value, kind):
        raise ArgumentError(f"{name} is needed, not {describe_value(value)}.")
    return value


def check_text(value: str) -> str:
    """A text.

    Raises:
        ArgumentError: if it is not a `str`.
    """
    return str(check_type(value, str, "A text (str)"))


def check_iterable(values: Iterable[Any] | Any, name: str) -> Iterable[Any]:
    """Several items in a sequence; a text, which Python treats as a sequence of characters, counts as one item.

    Raises:
        ArgumentError: for anything else.
    """
    if isinstance(values, str | bytes):
        raise ArgumentError(f"{name} is needed, not {describe_value(values)}.")
    return cast(Iterable[Any], check_type(values, Iterable, name))


def check_whole_number(value: object, name: str) -> int:
    """A whole number from Python, numpy or torch.

    Raises:
        ArgumentError: for anything else, including True and False.
    """
    try:
        return operator.index(cast(SupportsIndex, None if isinstance(value, bool) else value))
    except TypeError:
        raise ArgumentError(f"{name} must be a whole number, not {describe_value(value)}.") from None


def check_number(value: object, name: str) -> float:
    """A number of Python, numpy or torch.

    Raises:
        ArgumentError: for anything else, including texts, True and False.
    """
    try:
        return float(cast(SupportsFloat, None if isinstance(value, bool | str | bytes) else value))
    except (TypeError, ValueError, RuntimeError):
        raise ArgumentError(f"{name} must be a number, not {describe_value(value)}.") from None


def describe_value(value: object) -> str:
    """A value as a message shows it."""
    return f"{shorten(repr(value), 60)} ({type(value).__name__})"
