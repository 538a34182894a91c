"""Decoder and output: from the last vector to the next token, all positions at once and one by one."""

from viewer.app import shell
from viewer.walk.output.stage import stage
from viewer.walk.frame.walk import walk


def show() -> None:
    """Draw the page."""
    walk("output", stage)


shell.run_page(show)
