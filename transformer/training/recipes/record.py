"""What a build has made: a record, `stage.json`, in the folder of every stage."""

import json
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from hashlib import sha256
from pathlib import Path

from transformer.errors import RecipeError
from transformer.files import read_json, write_atomically
from transformer.training.recipes.recipe import Stage

RECORD = "stage.json"


@dataclass(frozen=True)
class StageRecord:
    """The state of a stage.

    Attributes:
        sha256: of the stage when it began, see `Stage`.
        finished: whether it is done.
        hours: how long it took, including the time before a kill if the stage records that.
        results: the files that other stages read, as paths in the stage's folder, with the SHA-256 of each.
    """

    sha256: str
    finished: bool = False
    hours: float = 0.0
    results: dict[str, str] = field(default_factory=dict)


def read_record(folder: Path, stage: Stage) -> StageRecord | None:
    """The record of a stage, checked against the recipe and against the files it names; None if it never began."""
    path = folder / RECORD
    if not path.exists():
        return None
    advice = f"delete {folder} to make it again, or choose another --out"
    try:
        record = StageRecord(**read_json(path))
    except (OSError, ValueError, TypeError) as error:
        raise RecipeError(f"{path} is damaged ({error}): {advice}.") from error
    if record.sha256 != stage.sha256:
        raise RecipeError(f"The stage {stage.name} in {folder} was made with a different recipe or seed: {advice}.")
    for name, expected in record.results.items():
        if not (folder / name).is_file():
            raise RecipeError(f"The result of the stage {stage.name}, {folder / name}, is missing: {advice}.")
        if hash_of(folder / name) != expected:
            raise RecipeError(f"The result of the stage {stage.name}, {folder / name}, has been changed: {advice}.")
    return record


def write_record(folder: Path, stage: Stage, hours: float | None = None, results: Sequence[str] = ()) -> None:
    """Record that a stage has begun or, with the hours it took, that it is done."""
    hashes = {name: hash_of(folder / name) for name in results}
    record = StageRecord(stage.sha256, hours is not None, hours or 0.0, hashes)
    write_atomically(folder / RECORD, (json.dumps(asdict(record), indent=1) + "\n").encode())


def hash_of(path: Path) -> str:
    """The SHA-256 of a file."""
    return sha256(path.read_bytes()).hexdigest()
