"""The pages by their addresses: a page's folder is named after its address, and its `page.py` draws the page."""

import copy
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

_VIEWER = Path(__file__).resolve().parents[1]
# The groups of the menu after the walk's chapters: the titles of their pages by their addresses.
AFTER_WALK = {
    "Watch it decode": {"steps": "Token by token", "search": "Greedy and beam", "alignment": "Alignment"},
    "Before the Transformer": {
        "bottleneck": "The bottleneck",
        "looking_back": "The first attention",
        "one_after_another": "Word by word",
        "word_vectors": "Word vectors",
    },
    "What if": {
        "laboratory": "Laboratory",
        "head_ablation": "Remove a head",
        "why": "Why this word",
        "patching": "Patching",
    },
    "Train": {"training": "Training", "learning": "Learning and cost"},
    "The model": {"model_card": "Model card"},
    "Teach": {"teach": "Teach with it", "classroom": "Join a class", "glossary": "Glossary"},
}


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


def page_of(address: str, title: str, **options: Any) -> st.Page:
    """A page for the menu, in a run's own copy: Streamlit marks the one that is open.

    Args:
        options: of `st.Page`; its address, if it is another.
    """
    return copy.copy(_made(address, title, **{"url_path": address, **options}))


@cache
def _made(address: str, title: str, **options: Any) -> st.Page:
    """Looked for and checked once, instead of all of them at every run."""
    return st.Page(page_file(address), title=title, **options)
