"""The command `glassformer`: serves the app or writes it as files; everything else is the library's own commands."""

import sys
from collections.abc import Sequence

from transformer import __main__ as library
from viewer.app import command as app_command
from viewer.notebook.site import command as site_command

COMMANDS = {"app": app_command, "site": site_command, **library.COMMANDS}


def main(arguments: Sequence[str] | None = None) -> int:
    """Run one command; the exit status is that of `python -m transformer`."""
    return library.main(arguments, COMMANDS, "glassformer")


if __name__ == "__main__":
    sys.exit(main())
