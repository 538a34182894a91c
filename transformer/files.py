"""Files: written whole or not at all, and any problem with them reported in one sentence."""

import codecs
import contextlib
import errno
import gzip
import io
import json
import os
import tempfile
import zlib
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO

from filelock import FileLock, Timeout

from transformer.errors import CorpusError, GlassformerError

LOCK = ".lock"  # in a folder that only one process uses at a time
_UNFINISHED = ".unfinished"  # ends the name of a file that is not in place yet
# What a text that is not UTF-8 can begin with; UTF-32 first, because its mark begins like UTF-16's.
_MARKS = {
    codecs.BOM_UTF32_LE: "utf-32",
    codecs.BOM_UTF32_BE: "utf-32",
    codecs.BOM_UTF16_LE: "utf-16",
    codecs.BOM_UTF16_BE: "utf-16",
}


def write_atomically(path: Path, content: bytes) -> None:
    """Write `content` to `path`: whole, or not at all.

    It is written to a temporary file next to `path`, flushed to the disk, and moved into place in one step.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to; it leaves nothing behind.
    """
    write_together({path: content})


def write_together(contents: Mapping[Path, bytes]) -> None:
    """Write several files, in this order, moving none into place before all are on the disk.

    If the disk fills up, the old files remain.
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
            raise _explain(error, path) from error
        raise


def append(path: Path, text: str) -> None:
    """Add `text` at the end of a file, creating it if needed.

    Raises:
        GlassformerError: if the disk is full or the file cannot be written to.
    """
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("a", encoding="utf-8") as file:
            file.write(text)
    except OSError as error:
        raise _explain(error, path) from error


@contextlib.contextmanager
def lock_folder(folder: Path, doing: str) -> Iterator[None]:
    """Lock a folder for one process at a time, creating it if needed; the lock ends with the process, even if it is
    killed.

    Unfinished files of such a process are deleted, here and one folder below, but not in a folder with its own lock.

    Args: doing: what happens there, such as "build", for the message to a second process.

    Raises:
        GlassformerError: if another process has the lock, or the folder cannot be made.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        lock = FileLock(folder / LOCK, timeout=0)
        lock.acquire()
    except Timeout:
        raise GlassformerError(
            f"Another {doing} is running in {folder}: wait until it ends, or choose another --out."
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


def read_lines(path: Path) -> list[str]:
    """The lines of a text file, gzipped or not, without line breaks.

    Raises:
        CorpusError: if the file is missing or damaged, or as for `text_lines`.
    """
    try:
        raw = gzip.decompress(path.read_bytes()) if path.suffix == ".gz" else path.read_bytes()
    except FileNotFoundError:
        raise CorpusError(f"{path} does not exist.") from None
    except (OSError, EOFError, zlib.error) as error:
        problem = getattr(error, "strerror", None) or error
        raise CorpusError(f"{path} cannot be read ({problem}); is it complete?") from error
    return list(text_lines(io.BytesIO(raw), str(path)))


def text_lines(file: BinaryIO, name: str) -> Iterator[str]:
    """The lines of a text without line breaks, from UTF-8, or from UTF-16 or UTF-32 with a byte order mark.

    Args:
        name: of the file, for the error.

    Raises:
        CorpusError: for the first line in any other encoding, naming it.
    """
    line, number = file.readline(), 1
    try:
        for mark, encoding in _MARKS.items():
            if line.startswith(mark):
                file = io.BytesIO((line + file.read()).decode(encoding).encode())
                line = file.readline()
                break
        line = line.removeprefix(codecs.BOM_UTF8)
        while line:
            if 3 * line.count(0) > len(line):  # UTF-16 without its mark: every other byte of plain English is zero
                raise UnicodeError
            yield line.removesuffix(b"\n").removesuffix(b"\r").decode()
            line, number = file.readline(), number + 1
    except UnicodeError:
        raise CorpusError(f"{name}, line {number}: this is not UTF-8 text; save the file as UTF-8.") from None


def read_json(path: Path) -> Any:
    """The value in a JSON file.

    Raises:
        OSError: if it cannot be read.
        ValueError: if it is not UTF-8, with or without a byte order mark, or as for `from_json`.
    """
    return from_json(path.read_text(encoding="utf-8-sig"))


def from_json(text: str | bytes) -> Any:
    """The value of a JSON text.

    Raises:
        ValueError: if it is not JSON, or is nested too deeply for Python.
    """
    try:
        return json.loads(text)
    except RecursionError:
        raise ValueError("its brackets are nested too deeply") from None


def shorten(text: object, longest: int = 120) -> str:
    """A name shortened for a message, which a very long name would drown out."""
    written = str(text)
    return written if len(written) <= longest else f"{written[:longest]}…"


def _explain(error: OSError, path: Path) -> GlassformerError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return GlassformerError(f"The disk is full: {path} was not written. Free some space and run it again.")
    return GlassformerError(f"{path} cannot be written: {error.strerror or error}.")
