"""The command `glassformer`: serves the app or writes it as files; everything else is the library's own commands."""

import sys
from collections.abc import Sequence

from transformer import __main__ as library

COMMANDS = {"app": "viewer.app.command", "site": "viewer.site.command", **library.COMMANDS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is that of `python -m transformer`."""
    return library.main(arguments, COMMANDS, "glassformer")


if __name__ == "__main__":
    sys.exit(main())
