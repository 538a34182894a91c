"""What every page stands in: styles, the page's head, and a guard for pages that are opened without the shell."""

import re
import runpy
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path

import streamlit as st

_ROOT = Path(__file__).resolve().parents[1]
_running: ContextVar[bool] = ContextVar("glassformer_shell", default=False)
_MARKDOWN = re.compile(r"([\\`*_{}\[\]()#+\-.!|<>~:$&^=])")


@contextmanager
def running() -> Iterator[None]:
    """Within it a page knows that the shell runs it."""
    token = _running.set(True)
    try:
        yield
    finally:
        _running.reset(token)


def run_page(show: Callable[[], None]) -> None:
    """Draw a page; every file in `pages/` ends with this call.

    Streamlit runs such a file by itself, without `app.py`, if a link to it is the first request in a fresh process.
    Then the shell is run in its place, and runs the page in its turn.
    """
    if _running.get():
        show()
    else:
        runpy.run_path(str(_ROOT / "app.py"), run_name="__main__")


def styles() -> None:
    """Load the pages' style sheet."""
    st.html(_ROOT / "assets" / "styles" / "page.css")


def head(title: str, story: str, home: bool = False) -> None:
    """A page's title and what happens on it, both our own words, never a visitor's; the home page bears the mark."""
    with st.container(key="page_head_home" if home else "page_head"):
        st.title(title, anchor=False)
        st.markdown(story)


def problem(message: str) -> None:
    """Something a person can mend, in a calm box."""
    st.warning(plain(message), icon=":material/folder_off:")


def plain(text: str) -> str:
    """Text that Markdown shows as it is."""
    return _MARKDOWN.sub(r"\\\1", text)
