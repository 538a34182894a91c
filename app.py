"""Glassformer's shell: `streamlit run app.py`."""

from itertools import chain
from pathlib import Path

import streamlit as st

from viewer.app import model_picker, shell
from viewer.app.budget import settling
from viewer.app.cache_guard import protect_caches
from viewer.app.pages import AFTER_WALK, page_of
from viewer.app.pinned import panel
from viewer.learn.teach import lesson
from viewer.walk.chapters import CHAPTERS

_ROOT = Path(__file__).resolve().parent
_LOGO = str(_ROOT / "assets" / "styles" / "logo.svg")
HOME = ("", "home", "translate")  # the default page's path is empty
# The groups of the menu: the titles of their pages by their addresses.
GROUPS = {"Walk through": {each.slug: each.title for each in CHAPTERS}, **AFTER_WALK}
IN_ORDER = ("Walk through", "Watch it decode", "Before the Transformer", "What if", "Train")  # page after page
WALK, WATCH, BEFORE, WHAT_IF, TRAIN = (tuple(GROUPS[each]) for each in IN_ORDER)
# Pages with the switch Look, Understand, Prove.
DEPTHS = (*WALK, *WATCH, *BEFORE, *WHAT_IF, *TRAIN, "model_card")
# Pages about one sentence, besides the home page.
ABOUT_SENTENCE = {"start", "exercises", *WALK, *WATCH, *BEFORE, *WHAT_IF} - {"word_vectors"}
# Pages on which something can be pinned, and seen beside what they show.
PINNABLE = (*HOME, *WALK, *WATCH, *WHAT_IF)


def main() -> None:
    """Set up the page, offer the way to the others, and run the one that was asked for."""
    protect_caches()
    st.set_page_config(page_title="Glassformer", page_icon=_LOGO, layout="wide")
    pages = {
        "": [
            page_of("translate", "Translate", url_path="", default=True),
            # The home page answers to its own names too.
            page_of("translate", "Translate", url_path="home", visibility="hidden"),
            page_of("translate", "Translate", visibility="hidden"),
            page_of("start", "Tour"),
            page_of("exercises", "Exercises"),
        ],
        **{group: [page_of(*each) for each in titles.items()] for group, titles in GROUPS.items()},
    }
    page = st.navigation(pages, position="top")
    way = _way(pages, page.url_path)
    shell.styles(_place_in_menu(pages, page.url_path))
    with settling(), shell.sheet():
        with shell.bar():
            name = HOME[-1] if page.url_path in HOME else page.url_path
            shell.tools(name, _titles(pages), page.url_path in DEPTHS)
            lesson.keep(page.url_path)
            model_picker.ask_for_model()
        shell.open_with_example(page.url_path)
        if page.url_path in HOME:
            shell.ask_for_sentence((3, 1), home=True)
        elif page.url_path in ABOUT_SENTENCE:
            shell.ask_for_sentence((6, 1))
        beside = panel.offer() if page.url_path in PINNABLE else None
        shell.keep_typed()
        shell.remember_settings()
        shell.on_the_way(way)
        page.run()
        shell.remember_settings()
        if way:
            way.draw()
        if beside is not None:
            panel.draw(beside)


def _place_in_menu(pages: dict[str, list[st.Page]], address: str) -> int | None:
    """The place in the menu, from 1, of the group that a page is in; pages without a group have places of their own."""
    alone, *groups = pages.values()
    first = 1 + sum(page.visibility == "visible" for page in alone)
    found = (place for place, group in enumerate(groups, first) if any(page.url_path == address for page in group))
    return next(found, None)


def _way(pages: dict[str, list[st.Page]], address: str) -> shell.Way | None:
    """Where a page is in its group, and what comes before and after it; None for a page that isn't in order."""
    groups = [pages[group] for group in IN_ORDER]
    way = [pages[""][0], *chain(*groups), pages["The model"][0]]
    for here in groups:
        for at, page in enumerate(here, start=1):
            if page.url_path == address:
                place = way.index(page)
                return shell.Way(f"{at} of {len(here)}", way[place - 1], way[place + 1])
    return None


def _titles(pages: dict[str, list[st.Page]]) -> dict[str, str]:
    """The titles of the menu's pages by their addresses, in its order."""
    shown = [page for group in pages.values() for page in group if page.visibility == "visible"]
    return {page.url_path or HOME[-1]: page.title for page in shown}


if __name__ == "__main__":
    shell.in_turn(main)
