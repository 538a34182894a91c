"""embedding"""

from viewer import shell
from viewer.walk import scores
from viewer.walk.page import walk


def show() -> None:
    """Draw the page."""
    walk("embedding", scores.stage)


shell.run_page(show)
