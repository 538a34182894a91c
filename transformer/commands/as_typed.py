"""The command as it was typed, for what it leaves behind: a model's card, a recorded run, a file of pairs."""

import shlex
import sys


def as_typed() -> str:
    """The whole line, to be typed again."""
    return shlex.join(["python", "-m", "transformer", *sys.argv[1:]])
