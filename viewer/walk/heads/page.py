"""Attention heads: all layers and heads at a glance, one large, its lines, its role, and all of them joined."""

from viewer.app import shell
from viewer.walk.heads.stage import stage
from viewer.walk.frame.walk import walk


def show() -> None:
    """Draw the page."""
    walk("heads", stage)


shell.run_page(show)
