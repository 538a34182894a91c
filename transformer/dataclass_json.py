"""Dataclasses as JSON.

A dataclass becomes an object, a named tuple a list, an enum its value, and a mapping an object or, where its keys are
not texts, a list of pairs. A float keeps six digits; an infinite one becomes null. Decoding follows the type hints and
checks every value; a field that is missing gets its default.
"""

import json
import math
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from enum import Enum
from types import UnionType
from typing import Any, Literal, get_args, get_origin, get_type_hints


def to_json(value: Any) -> Any:
    """Turn a value into something that `json` can write."""
    if is_dataclass(value) and not isinstance(value, type):
        return {each.name: to_json(getattr(value, each.name)) for each in fields(value)}
    if isinstance(value, Mapping):
        if all(isinstance(key, str) for key in value):
            return {str(key): to_json(each) for key, each in value.items()}
        return [[to_json(key), to_json(each)] for key, each in value.items()]
    if isinstance(value, list | tuple):
        return [to_json(each) for each in value]
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, float):
        return None if math.isinf(value) else float(f"{value:.6g}")
    return value


def from_json(kind: Any, value: Any) -> Any:
    """Turn decoded JSON into a value of a type.

    Args:
        kind: a type hint.

    Raises:
        ValueError: if the JSON does not fit the hint.
    """
    origin, inner = get_origin(kind), get_args(kind)
    if kind is Any:
        return value
    if origin is UnionType:  # only X | None
        return None if value is None else from_json(inner[0], value)
    if origin is Literal:
        return _check(value, value in inner, kind)
    if origin is tuple:
        items = _check(value, isinstance(value, list), kind)
        if inner[-1] is ...:
            return tuple(from_json(inner[0], each) for each in items)
        return tuple(from_json(each, item) for each, item in zip(inner, items, strict=True))
    if origin in (dict, Mapping):
        pairs = value.items() if isinstance(value, dict) else _check(value, isinstance(value, list), kind)
        return {from_json(inner[0], key): from_json(inner[1], each) for key, each in pairs}
    if issubclass(kind, Enum):
        return kind(value)
    if issubclass(kind, tuple):
        hints = get_type_hints(kind)
        items = _check(value, isinstance(value, list), kind)
        return kind(*(from_json(hint, item) for hint, item in zip(hints.values(), items, strict=True)))
    if is_dataclass(kind):
        return _decode_fields(kind, _check(value, isinstance(value, dict), kind))
    if kind is float:
        return math.inf if value is None else float(_check(value, isinstance(value, int | float), kind))
    return _check(value, isinstance(value, kind), kind)


def write_lines(values: Mapping[str, Any]) -> bytes:
    """Write a JSON object, one line per entry."""
    lines = (f"{json.dumps(name)}: {json.dumps(value, ensure_ascii=False)}" for name, value in values.items())
    return ("{\n" + ",\n".join(lines) + "\n}\n").encode()


def _decode_fields(kind: Any, values: Mapping[str, Any]) -> Any:
    hints = get_type_hints(kind)
    try:
        present = (each.name for each in fields(kind) if each.default is MISSING or each.name in values)
        return kind(**{name: from_json(hints[name], values[name]) for name in present})
    except KeyError as error:
        raise ValueError(f"{kind.__name__} has no {error}") from None


def _check(value: Any, fits: bool, kind: Any) -> Any:
    if not fits:
        raise ValueError(f"{getattr(kind, '__name__', kind)} expected, not {str(value)[:60]!r}")
    return value
