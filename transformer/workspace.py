"""A temporary folder for what one server writes, and cleaning up after killed servers.

The folder is locked for as long as its process lives. A killed process loses the lock, so the next server
can tell its folder from one in use, and removes it.
"""

import contextlib
import shutil
import tempfile
from pathlib import Path

from filelock import FileLock, Timeout

PREFIX = "glassformer-server-"
LOCK = ".lock"


class Workspace:
    """A temporary folder of this process, created when first needed.

    Args:
        parent: where to create it, and where to look for those of dead processes; by default the system's temporary
            folder.
    """

    def __init__(self, parent: Path | None = None) -> None:
        self._parent = parent
        self._folder: Path | None = None
        self._lock: FileLock | None = None

    @property
    def made(self) -> Path | None:
        """Its path, once it exists."""
        return self._folder

    def folder(self) -> Path:
        """Its path; the first call creates it.

        Raises:
            OSError: if it cannot be created.
        """
        if self._folder is None:
            self._folder = Path(tempfile.mkdtemp(prefix=PREFIX, dir=self._parent))
            self._lock = FileLock(self._folder / LOCK)
            self._lock.acquire()
        return self._folder

    def tidy(self) -> None:
        """Remove the folders of processes that have died; those of live processes, or of other users, stay."""
        for folder in (self._parent or Path(tempfile.gettempdir())).glob(f"{PREFIX}*"):
            if not (folder / LOCK).exists():
                continue  # it is being created or removed
            with contextlib.suppress(Timeout, OSError), FileLock(folder / LOCK, timeout=0):
                shutil.rmtree(folder, ignore_errors=True)

    def remove(self) -> None:
        """Remove it with everything in it."""
        if self._folder and self._lock:
            shutil.rmtree(self._folder, ignore_errors=True)
            self._lock.release()
            self._folder = self._lock = None
