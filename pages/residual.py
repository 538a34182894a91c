"""Residual, norm, feed-forward: what each sublayer adds to the stream, how LayerNorm scales it, which neurons speak."""

from viewer import shell
from viewer.walk import residual
from viewer.walk.page import walk


def show() -> None:
    """Draw the page."""
    walk("residual", residual.stage)


shell.run_page(show)
