"""Files: written so that nobody ever sees half of one, read so that whatever stands in them is told in a sentence."""

import contextlib
import errno
import json
import os
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

from filelock import FileLock, Timeout

from transformer.errors import GlassformerError

LOCK = ".lock"  # in a folder that one process at a time works in
_UNFINISHED = ".unfinished"  # ends the name of a file on its way to its place


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` at `path`: whole, or not at all.

    It is written to a temporary file beside `path`, flushed to the disk, and moved into place in one step.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to; nothing is left behind.
    """
    write_together({path: content})


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Put several files into their places, in this order, and none of them before all are on the disk.

    A disk that fills up on the way leaves what was there before.

    Raises:
        GlassformerError: as `write_atomically`.
    """
    written: dict[Path, str] = {}
    path = Path()
    try:
        for path, content in contents.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, written[path] = tempfile.mkstemp(_UNFINISHED, f".{path.name}.", path.parent)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
            os.chmod(written[path], 0o644)
        for path, temporary in written.items():
            os.replace(temporary, path)
    except BaseException as error:
        for temporary in written.values():
            with contextlib.suppress(FileNotFoundError):
                os.unlink(temporary)
        if isinstance(error, OSError):
            raise _explained(error, path) from error
        raise


def append(path: Path, text: str) -> None:
    """Add `text` at the end of a file, making it if there is none.

    Raises:
        GlassformerError: if the disk is full or the file cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise _explained(error, path) from error


@contextlib.contextmanager
def locked(folder: Path, doing: str) -> Iterator[None]:
    """Hold a folder for one process at a time, making it if there is none; a killed process holds it no longer.

    What such a process had begun to write goes away, here and one folder below; a folder that has a lock of its own is
    left to whoever takes that.

    Args:
        doing: what goes on there, such as "build", for whoever comes second.

    Raises:
        GlassformerError: if another process holds it, or the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK, timeout=0)
        lock.acquire()
    except Timeout:
        raise GlassformerError(
            f"Another {doing} is at work in {folder}: wait for its end, or choose another --out."
        ) from None
    except OSError as error:
        raise GlassformerError(f"{folder} cannot be written to: {error.strerror or error}.") from error
    try:
        _clear_unfinished(folder)
        yield
    finally:
        lock.release()


def _clear_unfinished(folder: Path) -> None:
    below = [each for each in folder.iterdir() if each.is_dir() and not (each / LOCK).exists()]
    for place in (folder, *below):
        for unfinished in place.glob(f".*{_UNFINISHED}"):
            unfinished.unlink(missing_ok=True)


def read_json(path: Path) -> Any:
    """What a JSON file says.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is not UTF-8 or no JSON, as `from_json`.
    """
    return from_json(path.read_text(encoding="utf-8"))


def from_json(text: str | bytes) -> Any:
    """What a JSON text says.

    Raises:
        ValueError: if it is none, or if its brackets are nested deeper than Python can follow.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None


def shortened(text: object, longest: int = 120) -> str:
    """A name as a message shows it: one of thousands of characters would hide what the message says."""
    written = str(text)
    return written if len(written) <= longest else f"{written[:longest]}…"


def _explained(error: OSError, path: Path) -> GlassformerError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return GlassformerError(f"The disk is full: {path} was not written. Make room and run again.")
    return GlassformerError(f"{path} cannot be written: {error.strerror or error}.")
