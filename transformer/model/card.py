"""The fields of a model's card: any can be missing, but those present have the right type."""

import math
from collections.abc import Mapping
from typing import Any

from transformer.errors import ModelFolderError
from transformer.files import shorten

IMPORTED = "imported"  # where a model comes from that was trained elsewhere
HASHES = "sha256"  # of the files that belong together, by name
_TEXT, _NUMBER, _WHOLE = "a text", "a number", "a whole number"
_SCORES = [
    {
        "corpus": _TEXT,
        "split": _TEXT,
        "decoding": _TEXT,
        "bleu": _NUMBER,
        "chrf": _NUMBER,
        "exact": _NUMBER,
        "characters": _NUMBER,
        "bleu_signature": _TEXT,
        "chrf_signature": _TEXT,
        "sentences": _WHOLE,
        "tokenised_bleu": _NUMBER,
    }
]
# A list can have any length, a dictionary can have other fields; "*" means every field.
_CARD: dict[str, Any] = {
    "source_language": _TEXT,
    "target_language": _TEXT,
    "earlier_commands": [_TEXT],
    "command": _TEXT,
    "corpora": [{"name": _TEXT, "weight": _NUMBER, "training_pairs": _WHOLE}],
    "training": {"hours": _NUMBER},
    "parameters": {"*": _WHOLE},
    "longest_usual_source": _WHOLE,
    "licences": {"*": _TEXT},
    "alignment": {"best_layer": _WHOLE, "error_rates": [_NUMBER], "pairs": _WHOLE},
    "scores": _SCORES,
    "recipe": {
        "name": _TEXT,
        "sha256": _TEXT,
        "seed": _WHOLE,
        "hours": {"*": _NUMBER},
        "other_seeds": [{"seed": _WHOLE, "hours": _NUMBER, "scores": _SCORES}],
    },
    IMPORTED: {"from": _TEXT, "revision": _TEXT, "architecture": _TEXT, "measured": [_TEXT]},
    "examples": [{"source": _TEXT, "target": _TEXT}],
    HASHES: {"*": _TEXT},
}


def check_card(card: Mapping[str, Any], path: object) -> None:
    """Check that every field that is read anywhere has the right type.

    Args:
        path: of the card, for the error.

    Raises:
        ModelFolderError: naming the first field that has the wrong type, and the right one.
    """
    advice = "copy the model folder again, or take that field out"
    try:
        _check(card, _CARD, "")
    except TypeError as error:
        raise ModelFolderError(f"In {path}, {error}: {advice}.") from error


def _check(value: object, expected: Any, place: str) -> None:
    """Raise a TypeError that names the first place where a value is not as expected."""
    if isinstance(expected, dict):
        if not isinstance(value, dict):
            raise TypeError(f"{place!r} must be an object, not {shorten(repr(value), 40)}")
        for name, inner in value.items():
            if (kind := expected.get(name, expected.get("*"))) is not None:
                _check(inner, kind, f"{place}.{name}" if place else name)
    elif isinstance(expected, list):
        if not isinstance(value, list):
            raise TypeError(f"{place!r} must be a list, not {shorten(repr(value), 40)}")
        for number, inner in enumerate(value):
            _check(inner, expected[0], f"{place}.{number}")
    elif not _is(value, expected):
        raise TypeError(f"{place!r} must be {expected}, not {shorten(repr(value), 40)}")


def _is(value: object, kind: str) -> bool:
    if kind == _TEXT:
        return isinstance(value, str)
    if isinstance(value, bool) or not isinstance(value, int | float):
        return False
    return isinstance(value, int) and abs(value) < 2**63 if kind == _WHOLE else math.isfinite(value)
