"""How an edit is read from a text.

    causal_off,zero_head:encoder.2.1,temperature:2:cross.*

Changes are separated by commas, a change's name and arguments by colons. A sentence as an argument is percent-encoded,
as in an address.
"""

import copyreg
import inspect
from typing import Any
from urllib.parse import unquote

from transformer.checks import check_text
from transformer.edits.edit import CHANGES, Edit, compose
from transformer.errors import EditError
from transformer.model.probe import nearest_in_words

LONGEST = 4_000  # characters of a written edit
LARGEST = 100_000  # in one of its whole numbers: no sentence or model has that many of anything


def parse(written: str | Edit | None) -> Edit:
    """The edit that a text describes; an edit is returned unchanged, and None gives the edit that changes nothing.

    Raises:
        EditError: for an unknown change, naming the nearest; for missing or extra arguments, and for arguments that
            should be numbers but are not.
    """
    if isinstance(written, Edit):
        return written
    if written is not None and len(check_text(written)) > LONGEST:
        raise EditError(f"An edit can have at most {LONGEST} characters, not {len(written)}.")
    return compose(*(_change(part.strip()) for part in (written or "").split(",") if part.strip()))


def usage(name: str) -> str:
    """How a change is written, such as `force:column[:where]`."""
    return ":".join([name, *(_in_usage(each) for each in _parameters(name))]).replace(":[", "[:")


def _change(written: str) -> Edit:
    name, *arguments = written.split(":")
    if name not in CHANGES:
        raise EditError(f"There is no edit {name!r}; the nearest are {nearest_in_words(name, CHANGES)}.")
    parameters = _parameters(name)
    open_end = any(each.kind is inspect.Parameter.VAR_POSITIONAL for each in parameters)
    needed = sum(each.default is inspect.Parameter.empty for each in parameters)
    if not needed <= len(arguments) or (len(arguments) > len(parameters) and not open_end):
        raise EditError(f"The edit {written!r} does not have the form {usage(name)}.")
    types = [each.annotation for each in parameters]
    types += types[-1:] * (len(arguments) - len(types))
    return CHANGES[name](*(_read(text, kind, written, name) for text, kind in zip(arguments, types, strict=False)))


def _read(text: str, kind: Any, written: str, name: str) -> str | int | float:
    try:
        value: str | int | float = unquote(text) if kind is str else kind(text)
        if isinstance(value, int) and abs(value) > LARGEST:
            raise ValueError
        return value
    except ValueError:
        number = "a whole number" if kind is int else "a number"
        raise EditError(f"In the edit {written!r}, {text!r} is not {number}: write {usage(name)}.") from None


def _parameters(name: str) -> list[inspect.Parameter]:
    return list(inspect.signature(CHANGES[name]).parameters.values())


def _in_usage(parameter: inspect.Parameter) -> str:
    if parameter.kind is inspect.Parameter.VAR_POSITIONAL:
        return f"{parameter.name}:…"
    return parameter.name if parameter.default is inspect.Parameter.empty else f"[{parameter.name}]"


copyreg.pickle(Edit, lambda edit: (parse, (edit.written,)))  # an edit is its text
