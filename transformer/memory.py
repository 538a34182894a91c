"""Memory for training: what a step has freed is kept for the next one."""

import ctypes
import sys

# From malloc.h of the GNU C library.
_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD = -1, -3
_AS_MUCH_AS_THERE_IS = 2**31 - 1


def keep_freed_memory() -> None:
    """Let this process reuse large blocks instead of giving them back to the system and asking for them again.

    A training step makes and frees hundreds of megabytes. By default the GNU C library gives every large block back,
    and the system fills each new one with zeros, page by page: on two cores that is a quarter of a step. Elsewhere
    than on Linux with that library nothing happens.
    """
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (AttributeError, OSError):  # another C library
        return
    mallopt(_M_MMAP_THRESHOLD, _AS_MUCH_AS_THERE_IS)
    mallopt(_M_TRIM_THRESHOLD, _AS_MUCH_AS_THERE_IS)
