"""Writing files so that nobody ever sees half of one."""

import errno
import os
import tempfile
from pathlib import Path

from transformer.errors import GlassformerError


def write_atomically(path: Path, content: bytes) -> None:
    """Put `content` at `path`: whole, or not at all.

    It is written to a temporary file beside `path`, flushed to the disk, and moved into place in one step.

    Raises:
        GlassformerError: if the disk is full or the folder cannot be written to; nothing is left behind.
    """
    temporary = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        descriptor, temporary = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        with os.fdopen(descriptor, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, 0o644)
        os.replace(temporary, path)
    except BaseException as error:
        if temporary is not None and os.path.exists(temporary):
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


def _explained(error: OSError, path: Path) -> GlassformerError:
    if error.errno in (errno.ENOSPC, errno.EDQUOT):
        return GlassformerError(f"The disk is full: {path} was not written. Make room and run again.")
    return GlassformerError(f"{path} cannot be written: {error.strerror or error}.")
