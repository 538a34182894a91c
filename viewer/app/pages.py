"""The pages by their addresses: a page's folder is named after its address, and its `page.py` draws the page."""

from functools import cache
from pathlib import Path

_VIEWER = Path(__file__).resolve().parents[1]


def page_file(address: str) -> Path:
    """The file that draws a page, such as `viewer/walk/scores/page.py` for `scores`.

    Raises:
        KeyError: if there is no such page.
    """
    return page_files()[address]


@cache
def page_files() -> dict[str, Path]:
    """The files that draw the pages, by address."""
    return {path.parent.name: path for path in sorted(_VIEWER.glob("*/*/page.py"))}
