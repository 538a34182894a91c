"""The facts of payloads as TypeScript, from the types that Python fills: `make facts` renews the file."""

import ast
import inspect
import sys
import types
from collections import abc
from collections.abc import Iterator
from dataclasses import is_dataclass
from importlib import import_module
from pathlib import Path
from pkgutil import walk_packages
from typing import Any, Literal, NotRequired, Union, get_args, get_origin, get_type_hints, is_typeddict

import viewer.frame
import viewer.pictures
from viewer.pictures.learn.start.stop import Stop
from viewer.pictures.learn.teach.plan import LessonPart

RECORDS = (Stop, LessonPart)  # that are sent whole
FILE = Path(__file__).with_suffix(".d.ts")
_PLAIN = {str: "string", int: "number", float: "number", bool: "boolean", types.NoneType: "null", Any: "any"}


def file_text() -> str:
    """The declarations of every `TypedDict` of the frame and the pictures, of `RECORDS`, and of all that they hold."""
    found: dict[str, str] = {}
    for each in (*_typed_dicts(viewer.frame), *_typed_dicts(viewer.pictures), *RECORDS):
        _declare(each, found)
    return "\n".join(["// Written by viewer/facts.py from what Python sends.\n", *found.values()])


def _typed_dicts(package: types.ModuleType) -> Iterator[type]:
    for module in walk_packages(package.__path__, f"{package.__name__}."):
        yield from filter(is_typeddict, vars(import_module(module.name)).values())


def _declare(facts: type, found: dict[str, str]) -> None:
    """Add an interface, after those that it names."""
    if facts.__name__ in found:
        return
    hints = get_type_hints(facts, include_extras=True)
    bases = _bases(facts)
    for each in (*bases, *_within(tuple(hints.values()))):
        _declare(each, found)
    inherited = {name for each in bases for name in get_type_hints(each)}
    own = {name: hint for name, hint in hints.items() if name not in inherited}
    lines = [f"  {name}{'?' * (get_origin(hint) is NotRequired)}: {_written(hint)};" for name, hint in own.items()]
    told = (facts.__doc__ or "").partition("\n")[0]
    extends = "".join(f" extends {each.__name__}" for each in bases)
    found[facts.__name__] = "\n".join([f"// {told}", f"interface {facts.__name__}{extends} {{", *lines, "}", ""])


def _bases(facts: type) -> list[type]:
    """The facts that these add to, from the source: a TypedDict keeps none of its bases."""
    (stated,) = ast.parse(inspect.getsource(facts)).body
    named = (vars(sys.modules[facts.__module__]).get(getattr(each, "id", "")) for each in stated.bases)  # type: ignore[attr-defined]
    return [each for each in named if each is not None and _is_declared(each)]


def _within(hints: tuple[Any, ...]) -> Iterator[type]:
    """What is declared, in annotations."""
    for hint in hints:
        if _is_declared(hint):
            yield hint
        else:
            yield from _within(get_args(hint))


def _is_declared(hint: Any) -> bool:
    return is_typeddict(hint) or is_dataclass(hint)


def _written(hint: Any) -> str:
    """An annotation as TypeScript."""
    kind, inner = get_origin(hint), get_args(hint)
    if kind is Literal:
        return " | ".join(f'"{each}"' if isinstance(each, str) else str(each).lower() for each in inner)
    if kind in (Union, types.UnionType):
        return " | ".join(dict.fromkeys(map(_written, inner)))
    if kind is NotRequired:
        return _written(inner[0])
    if kind is tuple and Ellipsis not in inner:
        return f"[{', '.join(map(_written, inner))}]"
    if kind in (list, tuple, abc.Sequence):
        each = _written(inner[0])
        return f"({each})[]" if "|" in each and not each.startswith("[") else f"{each}[]"
    if kind in (dict, abc.Mapping):
        return f"Record<{', '.join(map(_written, inner))}>"
    return hint.__name__ if _is_declared(hint) else _PLAIN[hint]


if __name__ == "__main__":
    FILE.write_text(file_text(), encoding="utf-8")
