"""Models that visitors have trained and kept: whose they are, how long they stay, how they are deleted.

Every model is a folder under one roof: the one that GLASSFORMER_MODELS names, which all processes of a server share and
which outlives them, else a folder of this process that ends with it. Who kept a model, and until when, stands in a file
beside its weights. A model without that file was put there by whoever runs the server: it is everyone's, and stays.
"""

import datetime
import hashlib
import itertools
import json
import os
import re
import secrets
import shutil
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from functools import cache
from pathlib import Path

from transformer.errors import TrainingError
from transformer.files import read_json, write_atomically
from transformer.model.folder import CONFIG_FILE, WEIGHTS_FILE, shipped_models

MODELS_VARIABLE = "GLASSFORMER_MODELS"  # a folder for kept models that outlives the server
DAYS_VARIABLE = "GLASSFORMER_KEPT_DAYS"  # how long a kept model stays
USUAL_DAYS = 30
MOST_KEPT = 40
MOST_KEPT_BY_ONE = 4
RECORD_FILE = "kept.json"
# What a hidden folder's name ends in while files are removed from it or copied into it, by this process or another.
_GOING, _COMING = ".deleted", ".unfinished"
_LONGEST_COPY = 3600.0  # seconds
_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,40}")


@dataclass(frozen=True)
class Record:
    """Who kept a model, and for how long.

    Attributes:
        owner: the visitor, by the hash of what the browser is known by, which is nowhere written down.
        until: the last day on which it is offered, such as "2026-12-24", by the clock of UTC.
    """

    owner: str
    until: str


@dataclass(frozen=True)
class KeptModel:
    """A kept model; `record` is None where whoever runs the server has put it there."""

    name: str
    folder: Path
    record: Record | None

    def belongs_to(self, visitor: str) -> bool:
        """Whether this visitor has kept it."""
        return self.record is not None and self.record.owner == _hashed(visitor)


class KeptModels:
    """The kept models of a server. Processes that share the folder may call any method at the same time.

    Args:
        spare: makes and returns the folder for them where the environment names none.
        today: the present day, by the clock of UTC.
    """

    def __init__(self, spare: Callable[[], Path], today: Callable[[], datetime.date] | None = None) -> None:
        self._spare = spare
        self._spare_made: Path | None = None
        self._today = today or _today

    def all(self) -> list[KeptModel]:
        """Every whole model that has not expired, in the order in which they were kept."""
        home = self._home()
        if home is None or not home.is_dir():
            return []
        today = self._today().isoformat()
        found = [
            KeptModel(path.name, path, _record(path))
            for path in home.iterdir()
            if _NAME.fullmatch(path.name) and path.name not in shipped_models() and _is_whole(path)
        ]
        fresh = [each for each in found if each.record is None or each.record.until >= today]
        return sorted(fresh, key=lambda each: (len(each.name), each.name))

    def of(self, visitor: str) -> list[KeptModel]:
        """Those that this visitor has kept."""
        return [each for each in self.all() if each.belongs_to(visitor)]

    def find(self, name: str) -> KeptModel | None:
        """The model of this name, whoever has kept it; None if there is none, or it has expired."""
        return next((each for each in self.all() if each.name == name), None)

    def keep(self, visitor: str, folder: Path) -> str:
        """Move a model under the roof, as the visitor's; returns its name.

        Raises:
            TrainingError: one sentence, if there is no room for it.
        """
        if len(self.of(visitor)) >= MOST_KEPT_BY_ONE:
            raise TrainingError(
                f"You keep {MOST_KEPT_BY_ONE} models already, as many as one visitor can: delete one of them first."
            )
        try:
            self.sweep()
            if len(self.all()) >= MOST_KEPT:
                raise TrainingError(f"This server keeps {MOST_KEPT} models at most, and has them already.")
            home = self._home() or self._made_home()
            home.mkdir(parents=True, exist_ok=True)
            until = self._today() + datetime.timedelta(days=kept_days())
            record = Record(_hashed(visitor), until.isoformat())
            write_atomically(folder / RECORD_FILE, json.dumps(asdict(record)).encode())
            place = _new_place(home)
            _move_whole(folder, place)
        except OSError as error:
            raise TrainingError(f"The model cannot be kept: {error.strerror or error}.") from error
        return place.name

    def delete(self, visitor: str, name: str) -> None:
        """Delete a model that the visitor has kept; who has it open can use it until its process forgets it.

        Raises:
            TrainingError: if there is none of this name, or it is another's.
        """
        found = self.find(name)
        if found is None or not found.belongs_to(visitor):
            raise TrainingError(f"You have kept no model called “{name[:60]}”: it may have been deleted already.")
        _remove(found.folder)

    def sweep(self) -> None:
        """Delete what has expired, and what a process has left that was killed at its work."""
        home = self._home()
        if home is None or not home.is_dir():
            return
        today = self._today().isoformat()
        for path in home.iterdir():
            record = _record(path) if _NAME.fullmatch(path.name) else None
            if record and record.until < today:
                _remove(path)
            elif path.name.startswith(".") and (path.suffix == _GOING or (path.suffix == _COMING and _is_old(path))):
                shutil.rmtree(path, ignore_errors=True)

    def _home(self) -> Path | None:
        """The roof; None as long as there is none."""
        chosen = os.environ.get(MODELS_VARIABLE, "").strip()
        return Path(chosen) if chosen else self._spare_made

    def _made_home(self) -> Path:
        self._spare_made = self._spare() / "kept"
        return self._spare_made


def kept_days() -> int:
    """For how many days a model is kept."""
    written = os.environ.get(DAYS_VARIABLE, "").strip()
    return min(max(int(written), 1), 3650) if written.isdecimal() else USUAL_DAYS


def _today() -> datetime.date:
    return datetime.datetime.now(datetime.UTC).date()


def _hashed(visitor: str) -> str:
    return hashlib.sha256(visitor.encode()).hexdigest()


def _is_whole(folder: Path) -> bool:
    return (folder / CONFIG_FILE).exists() and (folder / WEIGHTS_FILE).exists()


def _is_old(folder: Path) -> bool:
    try:
        return time.time() - folder.stat().st_mtime > _LONGEST_COPY
    except OSError:
        return False


@cache
def _record(folder: Path) -> Record | None:
    """What stands beside a model's weights: written before the folder got its name, and never changed."""
    try:
        written = read_json(folder / RECORD_FILE)
        return Record(str(written["owner"]), datetime.date.fromisoformat(written["until"]).isoformat())
    except FileNotFoundError:
        return None
    except (OSError, ValueError, TypeError, KeyError):
        return Record("", "9999-12-31")  # a damaged one: nobody's to delete, and nothing to delete by itself


def _new_place(home: Path) -> Path:
    """A folder for one more kept model, such as `fresh-2-3fa9c1d0`.

    The last part is drawn by chance, so that a link never opens another model, and nobody guesses one: the first one
    that another process, or this server after it was started anew, keeps is not the first one that was kept here.
    """
    taken = {path.name.split("-")[1] for path in home.glob("fresh-*")}
    number = next(number for number in itertools.count(1) if str(number) not in taken)
    return home / f"fresh-{number}-{secrets.token_hex(4)}"


def _remove(folder: Path) -> None:
    """Remove a folder: at once out of sight, then file by file."""
    hidden = folder.with_name(f".{folder.name}{_GOING}")
    try:
        folder.rename(hidden)
    except OSError:
        hidden = folder  # another process was quicker, or it cannot be moved
    shutil.rmtree(hidden, ignore_errors=True)


def _move_whole(source: Path, place: Path) -> None:
    """Move a folder in one step, over the border of a file system too."""
    try:
        source.rename(place)
    except OSError:
        beside = place.with_name(f".{place.name}{_COMING}")
        try:
            shutil.copytree(source, beside)
            beside.rename(place)
        finally:
            shutil.rmtree(beside, ignore_errors=True)
        shutil.rmtree(source, ignore_errors=True)
