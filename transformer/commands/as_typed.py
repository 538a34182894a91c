"""The command as it was typed, for what it leaves behind: a model's card, a recorded run, a file of pairs."""

import shlex
from collections.abc import Sequence


def as_typed(arguments: Sequence[str]) -> str:
    """The whole line with these arguments, to be typed again."""
    return shlex.join(["python", "-m", "transformer", *arguments])
