"""What a chapter's page sends and draws: one sentence's way through the model, and links to the other chapters."""

from collections.abc import Callable

import streamlit as st

from viewer.app import shell
from viewer.app.page import Page, Visit
from viewer.walk.frame.frame import Stage, payload
from viewer.walk.frame.passage import Passage, passage_of
from viewer.widgets.constants import Made

DOORS = "walk_doors"  # names the container in map.js and page.css too


def chapter(stage: Callable[[Passage], Stage]) -> Callable[[Visit], Made | None]:
    """Make a chapter's payload.

    Args:
        stage: computes what the chapter shows of one sentence.
    """

    def make(visit: Visit) -> Made | None:
        passage = passage_of(visit.model, visit.sentence)
        if passage is None:
            return None
        chapters = [
            {"slug": page.address, "title": page.title, "short": page.short or page.title} for page in _chapters(visit)
        ]
        return payload(visit.page.address, passage, stage(passage), chapters)

    return make


def draw_doors(visit: Visit) -> None:
    """Draw a link to every chapter for the map: a click on its blocks clicks these links, which are never seen.

    `st.switch_page` cannot be used: it would clear the address, to which the sentence is bound.
    """
    with st.container(key=DOORS, height=1, border=False):  # until the style sheet hides it altogether
        for page in _chapters(visit):
            st.page_link(shell.link(page.address), label=page.title)


def _chapters(visit: Visit) -> list[Page]:
    return [page for page in visit.pages if page.group == visit.page.group]
