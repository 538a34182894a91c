"""Scores and masks: one query in six steps, the whole matrix, both masks, and what goes wrong without them."""

from viewer import shell
from viewer.walk import scores
from viewer.walk.page import walk


def show() -> None:
    """Draw the page."""
    walk("scores", scores.stage)


shell.run_page(show)
