"""Arguments from users: of the kind that is needed, or refused in a sentence."""

import operator
from collections.abc import Iterable
from typing import Any, SupportsFloat, SupportsIndex, cast

from transformer.errors import ArgumentError
from transformer.files import shortened


def of_kind(value: Any, kind: Any, name: str) -> Any:
    """A value of a kind.

    Args:
        kind: as for `isinstance`. name: what is needed, such as "A text".

    Raises:
        ArgumentError: for one of another kind.
    """
    if not isinstance(value, kind):
        raise ArgumentError(f"{name} is needed, not {shown(value)}.")
    return value


def checked_text(value: str) -> str:
    """A text.

    Raises:
        ArgumentError: for anything but a `str`.
    """
    return str(of_kind(value, str, "A text (str)"))


def several(values: Iterable[Any] | Any, name: str) -> Iterable[Any]:
    """Several things one after the other; a text, which is a sequence of characters for Python, is one thing.

    Raises:
        ArgumentError: for anything else.
    """
    if isinstance(values, str | bytes):
        raise ArgumentError(f"{name} is needed, not {shown(values)}.")
    return cast(Iterable[Any], of_kind(values, Iterable, name))


def whole(value: object, name: str) -> int:
    """A whole number of Python, numpy or torch.

    Raises:
        ArgumentError: for anything else, True and False among it.
    """
    try:
        return operator.index(cast(SupportsIndex, None if isinstance(value, bool) else value))
    except TypeError:
        raise ArgumentError(f"{name} must be a whole number, not {shown(value)}.") from None


def number(value: object, name: str) -> float:
    """A number of Python, numpy or torch.

    Raises:
        ArgumentError: for anything else, texts, True and False among it.
    """
    try:
        return float(cast(SupportsFloat, None if isinstance(value, bool | str | bytes) else value))
    except (TypeError, ValueError, RuntimeError):
        raise ArgumentError(f"{name} must be a number, not {shown(value)}.") from None


def shown(value: object) -> str:
    """A value as a message shows it."""
    return f"{shortened(repr(value), 60)} ({type(value).__name__})"
