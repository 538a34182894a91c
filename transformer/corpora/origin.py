"""The commands that made a file of pairs, in a file next to it."""

import json
from collections.abc import Sequence
from pathlib import Path

from transformer.errors import CorpusError
from transformer.files import read_json, write_atomically


def write_origin(pairs: Path, commands: Sequence[str]) -> None:
    """Store the commands that made a file of pairs, in order."""
    write_atomically(_origin_file(pairs), (json.dumps({"commands": list(commands)}, indent=1) + "\n").encode())


def origin_of(name: str) -> list[str]:
    """The commands that made a corpus; none for one that people wrote.

    Args:
        name: as `load_pairs` takes it.
    """
    path = _origin_file(Path(name))
    if not path.is_file():
        return []
    try:
        commands = read_json(path)["commands"]
        if not isinstance(commands, list):
            raise TypeError("the commands aren't a list")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise CorpusError(f"{path} does not say how {name} was made; remove it or make the pairs again.") from error
    return [str(command) for command in commands]


def _origin_file(pairs: Path) -> Path:
    return pairs.with_name(f"{pairs.name}.origin.json")
