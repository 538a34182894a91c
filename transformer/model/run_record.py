"""The record in a training folder: the target language, and whether training has finished."""

import json
from dataclasses import asdict, dataclass
from pathlib import Path

from transformer.files import read_json, write_atomically

RUN_FILE = "run.json"
MODEL_FOLDER = "model"  # in a training folder, once training has finished


@dataclass(frozen=True)
class RunRecord:
    """The facts about a training run that are needed before anything else in its folder is read.

    Attributes:
        source, target: the languages read and written.
        finished: whether its model has been written.
    """

    source: str
    target: str
    finished: bool = False


def read_run_record(folder: Path) -> RunRecord | None:
    """The record in a training folder; None if there is no readable one."""
    try:
        return RunRecord(**read_json(folder / RUN_FILE))
    except (OSError, ValueError, TypeError):
        return None


def write_run_record(folder: Path, record: RunRecord) -> None:
    """Write a record into a training folder.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to.
    """
    write_atomically(folder / RUN_FILE, (json.dumps(asdict(record), indent=2) + "\n").encode())


def why_no_model(folder: Path) -> str | None:
    """Why a folder without weights has none, if it belongs to a training run or its future model."""
    for run in (folder, folder.parent):
        record = read_run_record(run)
        if record is not None and not record.finished:
            return (
                f"The training in {run} is not finished: continue it with the command that started it and --resume, "
                f"and its model will be in {run / MODEL_FOLDER}."
            )
    if read_run_record(folder) is not None:
        return f"{folder} is a training run; its model is in {folder / MODEL_FOLDER}: give that path."
    return None
