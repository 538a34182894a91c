"""What a chapter's page sends and draws: one sentence's way through the model, and links to the other chapters."""

from collections.abc import Callable

import streamlit as st

from viewer.app import shell
from viewer.app.page import Page, Visit
from viewer.walk.frame.frame import Stage, payload
from viewer.walk.frame.passage import Passage, passage_of
from viewer.widgets.constants import Made

DEPTH = "depth"  # in the address
ASKED, DEEP = "asks_deeper", "looks_deeper"  # in the session's state
DOORS = "walk_doors"  # names the container in map.js and page.css too


def chapter(
    stage: Callable[[Passage], Stage], at_look: Callable[[Passage], Stage] | None = None
) -> Callable[[Visit], Made | None]:
    """Make a chapter's payload.

    Args:
        stage: computes what the chapter shows of one sentence.
        at_look: computes what Look shows of it, if that is much less; the browser asks for the rest when it is chosen.
    """

    def make(visit: Visit) -> Made | None:
        passage = passage_of(visit.model, visit.sentence)
        if passage is None:
            return None
        chapters = [
            {"slug": page.address, "title": page.title, "short": page.short or page.title} for page in _chapters(visit)
        ]
        shown = stage(passage) if at_look is None or visit.alone or _is_deep() else at_look(passage)
        return payload(visit.page.address, passage, shown, chapters)

    return make


def ask_deeper(_: object) -> None:
    """Compute what is deeper than Look in the run that follows."""
    st.session_state[ASKED] = True


def draw_doors(visit: Visit) -> None:
    """Draw a link to every chapter for the map: a click on its blocks clicks these links, which are never seen.

    `st.switch_page` cannot be used: it would clear the address, to which the sentence is bound.
    """
    with st.container(key=DOORS, height=1, border=False):  # until the style sheet hides it altogether
        for page in _chapters(visit):
            st.page_link(shell.link(page.address), label=page.title)


def _is_deep() -> bool:
    """Whether the visitor sees more than Look: the browser has just asked for it, or the address or an earlier run says
    so. The browser keeps the depth in the address, but not on the way to another page.
    """
    asked, written = st.session_state.pop(ASKED, False), st.query_params.get(DEPTH)
    if asked or written:
        st.session_state[DEEP] = asked or written != "look"
    return bool(st.session_state.get(DEEP, False))


def _chapters(visit: Visit) -> list[Page]:
    return [page for page in visit.pages if page.group == visit.page.group]
