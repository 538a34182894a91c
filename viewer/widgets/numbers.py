"""Numbers that a visitor typed or that are in an address: any text at all."""

from typing import TypeVar

Number = TypeVar("Number", int, float)


def parse_number(value: object) -> float | None:
    """The number that a value is or spells, even an infinite one; None if it is not a number."""
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    try:
        found = float(value)
    except (ValueError, OverflowError):
        return None
    return found if found == found else None


def within(value: Number, smallest: Number, largest: Number) -> Number:
    """The nearest number between the two."""
    return min(max(value, smallest), largest)
