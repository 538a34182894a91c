"""Attention heads: all layers and heads at a glance, one large, its lines, its role, and all of them joined."""

from viewer import shell
from viewer.walk import heads
from viewer.walk.page import walk


def show() -> None:
    """Draw the page."""
    walk("heads", heads.stage)


shell.run_page(show)
