"""What was measured on a model, stored as a JSON file next to its weights.

A measurement is a dataclass whose `FILE` names the file. The file also records the fingerprint of the weights, so it
can't pass for a measurement of other weights.
"""

from functools import lru_cache
from pathlib import Path
from typing import Any, ClassVar, Protocol, TypeVar, cast

from transformer.dataclass_json import from_json, to_json, write_lines
from transformer.files import read_json, write_atomically
from transformer.model.folder import find_model, weights_fingerprint

FINGERPRINT = "weights_sha256"


class Measurement(Protocol):
    """A dataclass that can be stored next to a model's weights."""

    FILE: ClassVar[str]
    __dataclass_fields__: ClassVar[dict[str, Any]]


Measured = TypeVar("Measured", bound=Measurement)


def save_measurement(folder: Path, measured: Measurement) -> Path:
    """Write a measurement into a model folder and return the file's path.

    Raises:
        GlassformerError: if the folder has no weights or cannot be written to.
    """
    path = folder / measured.FILE
    write_atomically(path, write_lines({FINGERPRINT: weights_fingerprint(folder), **to_json(measured)}))
    return path


def load_measurement(model: str | Path, kind: type[Measured]) -> Measured | None:
    """Read a measurement of a model.

    Args:
        model: its name or path.

    Returns:
        None if there is none, if it belongs to other weights, or if its file is damaged: then measure again.

    Raises:
        ModelFolderError: if there is no such model.
    """
    folder = find_model(model)
    path = folder / kind.FILE
    try:
        facts = path.stat()
        version = facts.st_ino, facts.st_mtime_ns, facts.st_size
        return cast(Measured | None, _read(path, kind, weights_fingerprint(folder), version))
    except (OSError, ValueError, LookupError, TypeError):
        return None


@lru_cache(maxsize=32)
def _read(path: Path, kind: type[Measured], weights: str, _version: tuple[int, ...]) -> Measured | None:
    """A file's measurement, decoded once for as long as the file stays as it is: nobody changes it."""
    values = read_json(path)
    return from_json(kind, values) if values[FINGERPRINT] == weights else None
