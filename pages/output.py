"""Decoder and output: from the last vector to the next token, all positions at once and one by one."""

from viewer import shell
from viewer.walk.output.stage import stage
from viewer.walk.page import walk


def show() -> None:
    """Draw the page."""
    walk("output", stage)


shell.run_page(show)
