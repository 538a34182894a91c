"""How a chapter becomes a page: the sentence above, the component below it."""

from collections.abc import Callable

import streamlit as st

from transformer import GlassformerError
from viewer.app import resources, shell
from viewer.walk.chapters import CHAPTERS, chapter
from viewer.walk.frame.constants import address
from viewer.walk.frame.frame import Stage, payload
from viewer.walk.frame.passage import Passage, passage_of
from viewer.widgets.component import component

WAITING = "Type an English sentence above, or choose an example. The model’s numbers appear here."
DEPTH = "depth"  # in the address
ASKED, DEEP = "asks_deeper", "looks_deeper"  # in the session's state
DOORS = "walk_doors"  # names the container in map.js and page.css too


def walk(slug: str, stage: Callable[[Passage], Stage], at_look: Callable[[Passage], Stage] | None = None) -> None:
    """Draw a chapter.

    Args:
        slug: of the chapter.
        stage: computes what it shows of one sentence.
        at_look: computes what Look shows of it, if that is much less; the browser asks for the rest when it is chosen.
    """
    here = chapter(slug)
    place = shell.sentence_place()
    language = resources.language_read()
    shell.head(here.title, language.of(here.story), place.head, language.of(here.look))
    with place.beside:
        shell.example_menu()
    try:
        passage = passage_of(resources.model_name(), place.sentence)
    except GlassformerError as error:
        shell.problem(str(error))
        return
    if passage is None:
        st.info(language.of(WAITING), icon=":material/edit:")
    else:
        key = f"walk_{slug}"
        shown = stage(passage) if at_look is None or _is_deep() else at_look(passage)
        data = payload(slug, passage, shown, address(shown.constants)).packed()
        component(f"walk/{slug}/{slug}.js")(data=data, key=key, on_deeper_change=_ask_deeper)
    _doors()


def _ask_deeper() -> None:
    st.session_state[ASKED] = True


def _is_deep() -> bool:
    """Whether the visitor sees more than Look: the browser has just asked for it, or the address or an earlier run says
    so. The browser keeps the depth in the address, but not on the way to another page.
    """
    asked, written = st.session_state.pop(ASKED, False), st.query_params.get(DEPTH)
    if asked or written:
        st.session_state[DEEP] = asked or written != "look"
    return bool(st.session_state.get(DEEP, False))


def _doors() -> None:
    """A way to every chapter for the map: a click on its blocks clicks these links, which are never seen.

    `st.switch_page` cannot be used: it would clear the address, to which the sentence is bound.
    """
    with st.container(key=DOORS, height=1, border=False):  # until the style sheet hides it altogether
        for each in CHAPTERS:
            st.page_link(each.page, label=each.title)
